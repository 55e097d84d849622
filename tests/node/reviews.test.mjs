/** What comes back from lanes, through the package. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');

const GOOD = 'The plan covers what it has to, and src/lib.rs:10 says the same of the code.\n';
const data = (name) => readFileSync(new URL(`../data/reviews/${name}`, import.meta.url), 'utf8');
const part = (slug, text = GOOD, more = {}) => ({ slug, section: slug, text, ...more });
const compose = (reviews, more = {}) => lanes.composeReviews({ phase: '04', reviewedAt: '2026-01-02T03:04:05Z', plans: ['04-01-PLAN.md'], reviews, ...more });

test('texts may be longer than any manifest', () => {
  const long = `${'x'.repeat(1023)}\n`.repeat(20 * 1024);
  assert.equal(lanes.isEmptyReview(' '.repeat(20 << 20)), true);
  assert.equal(lanes.opencodeReview(`${JSON.stringify({ type: 'text', part: { text: long } })}\n`).review, long);
  assert.equal(rules.cleanReview({ text: `\u001b[31m${long}` }), long);
  // All of it is read; what nobody could read in the document stands in its own file alone.
  const { text, reviewers, warnings } = compose([part('gemini', `${long}04-01\n`), part('codex')]);
  assert.equal(reviewers[0].coverage.complete, true);
  assert.ok(text.includes(long.slice(0, 255 * 1024)) && text.includes('\n## codex Review\n') && text.length < 600 * 1024);
  assert.equal(text.split('all of it is in `gsd-review-gemini.md`').length, 3);
  assert.deepEqual(warnings.map(({ code }) => code), ['review-shortened']);
  assert.equal(lanes.isEmptyReview('x'), false);
});

test('what is no text is empty, and bad arguments throw', () => {
  for (const value of [undefined, null, 0, ['x'], { toString: () => 'x' }, Symbol('x')]) assert.equal(lanes.isEmptyReview(value), true);
  for (const call of [
    () => lanes.opencodeReview(5), () => lanes.stampReview(null), () => lanes.stampReview('x', { citations: 'some' }), () => lanes.stampReview('x', { stamps: ['gold'] }),
    () => lanes.parseChatCompletion({ requestedModel: 'm' }), () => lanes.parseChatCompletion({ requestedModel: 'm', response: { body: 5 } }),
    () => lanes.composeReviews(), () => lanes.composeReviews({ reviewedAt: 'x', reviews: 5 }), () => lanes.composeReviews({ reviewedAt: 'x', reviews: [null] }),
    () => compose([part('x', GOOD, { status: 'fine' })]), () => rules.modelBanner('x'),
  ]) assert.throws(call, TypeError);
});

test('unpaired surrogates become U+FFFD', () => {
  assert.equal(lanes.opencodeReview('{"type":"text","part":{"text":"a\\ud800b"}}').review, 'a\ufffdb');
  assert.equal(lanes.stampReview('src/a.rs:1 \ud800').text, 'src/a.rs:1 \ufffd');
  assert.equal(rules.cleanReview({ text: '\udfff' }), '\ufffd');
});

test('marks', () => {
  assert.deepEqual(lanes.stampReview('src/a.rs:1').stamps, []);
  assert.deepEqual(lanes.stampReview('host.tld:80').stamps, []);
  assert.deepEqual(lanes.stampReview('host.com:80', { citations: 'anchored' }).stamps, ['ungrounded']);
  const { text, stamps } = lanes.stampReview('REVIEWED-WITHOUT-REPO-ACCESS\nfine', { stamps: new Set(['blind', 'ungrounded']) });
  assert.deepEqual(stamps, ['blind', 'ungrounded']);
  assert.match(text, /^> \[reviewed-without-source-citations\][^\n]*\n\n> \[reviewed-without-repo-access\][^\n]*\n\nREVIEWED/);
});

test('chat completions are judged strictly unless asked otherwise', () => {
  const response = { ok: false, status: 404, body: '{"choices":[{"message":{"content":"x"}}]}' };
  assert.equal(lanes.parseChatCompletion({ requestedModel: 'm', response }).review, '');
  assert.equal(lanes.parseChatCompletion({ requestedModel: 'm', response, profile: 'peer' }).review, 'x');
  const { review, warnings } = lanes.parseChatCompletion({ requestedModel: 'local-7b', response: { status: 200, body: data('chat-stream.txt') } });
  assert.equal(review, 'See src/a.rs:10, which leaks.');
  assert.deepEqual(warnings.map(({ code }) => code), ['unasked-stream']);
  assert.equal(lanes.parseChatCompletion({ requestedModel: 'm', response: { status: 200, body: data('error-vllm.json') } }).problem, 'quota');
});

test('models', () => {
  const ask = { discovery: true, fallbackModel: 'fb', modelsResponse: { ok: true, status: 200, body: data('models-ollama.json') } };
  assert.deepEqual(rules.resolveModelFromModelsEndpoint(ask), { model: 'qwen2.5-coder:14b', asked: true, askTimeoutMs: 2000 });
  assert.equal(rules.resolveModelFromModelsEndpoint({ ...ask, profile: 'peer' }).model, 'nomic-embed-text:latest');
});

test('REVIEWS.md stands in the order of the lanes, and takes results as they come', () => {
  const { text, reviewers, reviewed, warnings } = compose([
    part('codex'),
    part('gemini', undefined, { ok: false, reason: 'missing_binary', text: '' }),
    part('acme', GOOD, { identity: 'b', trimmed: { omitted: ['context'] } }),
    part('claude', 'claude: the lane failed or returned empty output\n', { ok: true, stubbed: true }),
  ], { laneOrder: ['acme', 'gemini', 'claude', 'codex'] });
  assert.deepEqual(reviewers.map(({ identity, status, weight }) => [identity, status, weight]), [
    ['b', 'reviewed', 'none'], ['gemini', 'skipped', 'none'], ['claude', 'failed', 'none'], ['codex', 'reviewed', 'full'],
  ]);
  assert.deepEqual([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading), [
    'Plan-Revision Conflicts', 'acme Review (b)', 'gemini Review', 'claude Review', 'codex Review', 'Consensus Summary',
  ]);
  assert.equal(reviewed, true);
  assert.deepEqual(warnings, []);
  assert.deepEqual(reviewers[3].coverage, { complete: false, missing_ids: ['04-01'], total: 1 });
  assert.equal(compose([]).reviewed, false);
  // Without an order of its own, that of the first-party lanes.
  assert.deepEqual(compose([part('kimi-code'), part('gemini')]).reviewers.map(({ identity }) => identity), ['gemini', 'kimi-code']);
});

test('a reason without a status makes no plain review', () => {
  const standing = (given, text = GOOD) => {
    const [{ status, weight }] = compose([part('gemini', text, given)]).reviewers;
    return [status, weight];
  };
  assert.deepEqual(standing({ ok: true, reason: 'timed-out' }), ['incomplete', 'none']);
  assert.deepEqual(standing({ reason: 'exit-nonzero' }), ['incomplete', 'none']);
  assert.deepEqual(standing({ ok: true, reason: null }), ['reviewed', 'full']);
  assert.deepEqual(standing({ ok: true, reason: 'timed-out', status: 'reviewed' }), ['reviewed', 'full']);
});

test('Y-10: what a tool says about itself makes no consensus, whoever calls it a review', () => {
  const { reviewers, text, reviewed } = compose([
    part('gemini', 'Invalid API key · Please run /login\nPlease sign in to continue with what you were doing\n'),
    part('codex'),
  ]);
  assert.deepEqual(reviewers[0].marks, ['unsubstantive']);
  assert.equal(reviewers[0].weight, 'none');
  assert.equal(reviewed, true);
  assert.match(text, /- Left out: gemini/);
});

test('members are read once', () => {
  let reads = 0;
  const review = { slug: 'x', section: 'x', get text() { reads++; return GOOD; } };
  compose([review]);
  assert.equal(reads, 1);
});

test('a hostile review stays in its section', () => {
  const { text } = compose([part('gemini', data('review-hostile.md')), part('codex')], { consensus: { agreedStrengths: data('review-hostile.md') } });
  assert.equal(text.match(/^## /gm).length, 4);
  assert.equal(text.match(/^# /gm).length, 3); // with the comments in code blocks
  assert.equal(compose([part('gemini', data('review-hostile.md')), part('codex')], { previous: text }).text.includes('forged\n<!--'), false);
});
