/** Whom to ask and how much: selection and prompt budget, beside the peer and beyond it. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

const require = createRequire(import.meta.url);
const lanes = require('../../pkg');
const rules = require('../../pkg/rules.cjs');
const peer = (name) => require(`@opengsd/gsd-core/gsd-core/bin/lib/${name}.cjs`);

/** Numbers that look random and are the same each time. */
function random(seed) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
  const pick = (list) => list[Math.floor(next() * list.length)];
  const some = (list, most) => Array.from({ length: Math.floor(next() * (most + 1)) }, () => pick(list));
  return { next, pick, some };
}

test('the selection is the peer’s', () => {
  const { resolveReviewerSelection, KNOWN_REVIEWER_SLUGS: known } = peer('review-reviewer-selection');
  const { next, pick, some } = random(1);
  const names = [...known, 'acme', 'Codex', 'fast', 'deep', '', 'a b', 5, null];
  for (let turn = 0; turn < 3000; turn++) {
    const instances = {};
    for (const name of some(['fast', 'deep', 'x', 'Bad', 'codex'], 3)) {
      instances[name] = pick([{ cli: pick(['codex', 'qwen', 'acme', 'CODEX']), model: pick([undefined, null, 'm', '', 5]), agent: pick([undefined, 'a', {}]) }, null, 'x']);
    }
    const input = {
      // An instance called like something that is detected is one for the peer, however it was chosen.
      detected: some(names.filter((name) => name !== 'fast' && name !== 'deep'), 5),
      explicitFlags: next() < 0.3 ? some(names, 2) : undefined,
      allFlag: next() < 0.2,
      configuredDefaultReviewers: pick([undefined, null, 'codex', {}, some(names, 4), some(names, 4), some(names, 4)]),
      reviewerInstances: pick([undefined, null, [], instances, instances, instances]),
    };
    const theirs = resolveReviewerSelection(input);
    const ours = lanes.selectReviewers(input);
    const counted = ({ errors, warnings, infos, ...rest }) => JSON.parse(JSON.stringify({ ...rest, errors: errors.length, warnings: warnings.length, infos: infos.length }));
    assert.deepEqual(counted(ours), counted(theirs), JSON.stringify(input));
  }
});

test('names may come in anything that can be iterated', () => {
  const { selected } = lanes.selectReviewers({ detected: new Set(['qwen', 'acme']), explicitFlags: ['acme'].values(), knownSlugs: new Set(['acme']) });
  assert.deepEqual(selected, ['acme']);
  for (const input of [undefined, null, 'x', { detected: 'codex' }, { detected: 5 }, { explicitFlags: new Set([5]) }, { knownSlugs: [5] }, { knownSlugs: {} }]) {
    assert.throws(() => lanes.selectReviewers(input), TypeError);
  }
});

test('what objects inherit is no configuration', () => {
  const reviewerInstances = Object.create({ fast: { cli: 'codex' } });
  const { selected, warnings } = lanes.selectReviewers({ detected: ['codex'], configuredDefaultReviewers: ['fast', 'constructor', 'codex'], reviewerInstances });
  assert.deepEqual(selected, ['codex']);
  assert.deepEqual(warnings.map(({ code, name, index }) => [code, name, index]), [['default-unknown', 'fast', 0], ['default-unknown', 'constructor', 1]]);
});

test('sections stand in the order of the descriptors', () => {
  const { resolvedInstances } = lanes.selectReviewers({
    detected: ['acme', 'codex', 'gemini'], knownSlugs: ['codex', 'gemini', 'acme'],
    configuredDefaultReviewers: ['acme', 'codex', 'deep', 'gemini'], reviewerInstances: { deep: { cli: 'codex' } },
  });
  const order = (laneOrder) => rules.reviewOrder(resolvedInstances, laneOrder).map(({ identity }) => identity);
  assert.deepEqual(order(), ['gemini', 'codex', 'deep', 'acme']);
  assert.deepEqual(order(['codex', 'acme', 'gemini']), ['codex', 'deep', 'acme', 'gemini']);
});

const OPTIONS = { noteTemplate: '[{budget}|{omittedList}|{planTruncationPct}]' };

test('the prompt budget is the peer’s, but for what fits after all', () => {
  const { applyBudget } = peer('prompt-budget');
  const { next, pick, some } = random(2);
  const text = (most) => pick(['a', 'é', '😀', '\n', 'a line of text\n']).repeat(Math.floor(next() * next() * most));
  let fits = 0;
  let saved = 0;
  for (let turn = 0; turn < 1500; turn++) {
    const sections = {
      instructions: text(800), roadmap: text(800), plans: some(['a', 'b', '01-PLAN.md'], 3).map((file) => ({ file, content: text(9000) })),
      projectMd: text(5000), context: text(5000), research: pick([undefined, null, '', text(5000)]), requirements: text(3000),
    };
    const input = { sections, budget: 1 + Math.floor(next() * 8000), options: { ...OPTIONS, safetyMarginPct: pick([undefined, 0, 10, 33]), projectMdHeadLines: pick([undefined, 0, 5]) } };
    const theirs = applyBudget(input);
    const { prompt, metadata, reason } = lanes.applyPromptBudget(input);
    assert.equal(reason, metadata.hardFailed ? 'budget_too_small' : undefined);
    if (theirs.metadata.hardFailed && !metadata.hardFailed) {
      // Plans that the peer left whole because other sections, dropped later, took all room.
      assert.ok(metadata.planTruncationPct > 0 && theirs.metadata.planTruncationPct === 0 && metadata.omitted.length > 0);
      saved++;
      continue;
    }
    // Where its cut leaves half a pair, ours leaves U+FFFD.
    assert.equal(prompt === theirs.prompt.toWellFormed(), true, JSON.stringify([metadata, theirs.metadata]));
    if (!metadata.hardFailed) assert.deepEqual(metadata, theirs.metadata);
    if (!metadata.hardFailed) fits++;
  }
  assert.ok(fits > 300 && saved > 0, `${fits} ${saved}`);
});

test('sections of many megabytes are no manifests', () => {
  const long = 'ü😀 and a line\n'.repeat(400_000);
  const sections = { instructions: 'i', roadmap: 'r', plans: [{ file: 'a', content: long }, { file: 'b', content: long }], projectMd: long, context: long };
  const { prompt, metadata } = lanes.applyPromptBudget({ sections, budget: 1_000_000 });
  assert.equal(metadata.hardFailed, false);
  assert.ok(Math.ceil(prompt.length / 4) <= metadata.effectiveBudget);
  assert.equal(metadata.estimatedTokens, rules.estimateTokens({ text: prompt }));
  const whole = lanes.applyPromptBudget({ sections });
  assert.equal(whole.metadata.effectiveBudget, null);
  assert.ok(whole.prompt.endsWith(`## Context\n\n${long}`));
  const vast = 'x'.repeat(193 << 20);
  assert.equal(lanes.applyPromptBudget({ sections: { ...sections, context: vast }, budget: 5 }), null);
  assert.equal(rules.estimateTokens({ text: vast }), null);
  assert.equal(rules.estimateTokens({ text: 'four' }), 1);
});

test('no limit, no number, and unpaired surrogates', () => {
  const sections = { instructions: 'a\ud800', roadmap: '', plans: [{ file: '\udc00', content: '' }] };
  for (const budget of [undefined, null, 0, -1, NaN, Infinity]) {
    const { prompt, metadata } = lanes.applyPromptBudget({ sections, budget });
    assert.equal(prompt, 'a\ufffd\n\n## Roadmap\n\n\n\n## Plans\n\n### \ufffd\n\n');
    assert.equal(metadata.effectiveBudget, null);
  }
  assert.equal(rules.parseBudget({ text: ' 12 tokens' }), 12);
  assert.equal(rules.parseBudget({ text: '-1' }), null);
});

test('bad arguments of the budget are refused by name', () => {
  const good = { instructions: '', roadmap: '', plans: [] };
  const bad = [
    [undefined, /input/], [{}, /input\.sections/], [{ sections: { ...good, roadmap: 5 } }, /roadmap/], [{ sections: { ...good, plans: {} } }, /plans/],
    [{ sections: { ...good, plans: [{ file: 'a' }] } }, /plans\[0\]\.content/], [{ sections: { ...good, context: 5 } }, /context/],
    [{ sections: good, budget: '5' }, /budget/], [{ sections: good, options: { noteTemplate: 5 } }, /noteTemplate/], [{ sections: good, options: { safetyMarginPct: '5' } }, /safetyMarginPct/],
  ];
  for (const [input, message] of bad) assert.throws(() => lanes.applyPromptBudget(input), (error) => error instanceof TypeError && message.test(error.message));
});
