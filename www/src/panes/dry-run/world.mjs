/** The world of a dry run: files that exist only here, and what programs and servers are supposed to answer. */

const REVIEW = `## 01-PLAN

**Summary.** The plan is sound; two steps need a second look.

**Concerns.** HIGH: the migration in \`src/store.ts:42\` cannot be undone. LOW: step 3 repeats step 1.

**Suggestions.** Write the old rows aside before \`src/store.ts:57\`.

**Risk.** Medium.
`;

const json = (value) => JSON.stringify(value, null, 2);

/** A file is either there, or not, or cannot be read. */
export class World {
  constructor(plan, prompt) {
    this.plan = plan;
    this.files = new Map([[plan.promptPath, prompt]]);
  }

  /**
   * The answers to choose from for an effect, the usual one first: `{label, text?, give(text)}`. `give` gives `{answer}` or
   * `{failure}`; `text` is what can be edited before.
   */
  choices(effect, args) {
    return this[effect]?.(...args) ?? [{ label: 'Done', give: () => ({ answer: undefined }) }];
  }

  hasBinary() {
    return [say('It is there', true), say('It is not there', false)];
  }

  exists(path) {
    return this.files.has(path) ? [say('It is there', true), say('It is not there', false)] : [say('It is not there', false), say('It is there', true)];
  }

  read(path) {
    const there = this.files.has(path);
    const content = { label: 'It holds this', text: this.files.get(path) ?? '', give: (text) => ({ answer: text }) };
    const missing = say('It is not there', undefined);
    return [...(there ? [content, missing] : [missing, content]), fail('It cannot be read', 'EACCES', 'permission denied')];
  }

  write(path, text) {
    return [
      { label: 'Written', give: () => { this.files.set(path, text); return { answer: undefined }; } },
      fail('The disk is full', 'ENOSPC', 'no space left on device'),
    ];
  }

  setAside(path) {
    return [{ label: 'Done', give: () => { this.files.delete(path); return { answer: undefined }; } }, fail('It cannot be moved', 'EACCES', 'permission denied')];
  }

  spawn({ args, timeoutMs }) {
    if (args.length === 1 && args[0] === '--help') {
      const needle = this.plan.probe?.needle ?? '--add-dir';
      return [
        printed('It knows the option', `Usage: ${this.plan.binary} [options]\n  ${needle}\n`),
        printed('It does not know the option', `Usage: ${this.plan.binary} [options]\n`),
        ended('It does not answer in time', { status: null, stdout: '', stderr: '', errorCode: 'ETIMEDOUT' }),
      ];
    }
    const { outputTarget, handler } = this.plan;
    const review = {
      label: outputTarget.kind === 'file' ? 'It writes a review into its file' : 'It prints a review',
      text: handler === 'opencode' ? events(REVIEW) : REVIEW,
      give: (text) => {
        if (outputTarget.kind === 'file') this.files.set(outputTarget.path, text);
        return { answer: { status: 0, stdout: outputTarget.kind === 'file' ? 'Done.\n' : text, stderr: '' } };
      },
    };
    return [
      review,
      ended('It prints nothing', { status: 0, stdout: '', stderr: '' }),
      { label: 'It fails', text: 'Error: not signed in\n', give: (text) => ({ answer: { status: 1, stdout: '', stderr: text } }) },
      { label: `It takes longer than ${Math.round(timeoutMs / 1000)} s`, text: 'The first half of a review, then', give: (text) => ({ answer: { status: null, stdout: text, stderr: '', errorCode: 'ETIMEDOUT' } }) },
      ended('It cannot be started', { status: null, stdout: '', stderr: '', errorCode: 'ENOENT' }),
    ];
  }

  http({ method, body }) {
    const answers = (label, status, value) => ({ label, text: typeof value === 'string' ? value : json(value), give: (text) => ({ answer: { status, body: text } }) });
    const refused = { label: 'Nobody answers', give: () => ({ answer: { error: 'ECONNREFUSED' } }) };
    if (method === 'GET') {
      return [answers('It lists its models', 200, { object: 'list', data: [{ id: 'example-model' }] }), answers('It lists none', 200, { data: [] }), answers('It answers with an error', 500, { error: 'out of order' }), refused];
    }
    const model = modelOf(body);
    const reply = (message, finish) => ({ model, choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }] });
    return [
      answers('It answers with a review', 200, reply({ content: REVIEW }, 'stop')),
      answers('It is cut off', 200, reply({ content: REVIEW.slice(0, 90) }, 'length')),
      answers('It only thinks', 200, reply({ content: '', reasoning: 'Let me see …' }, 'stop')),
      answers('It wants to know who asks', 401, { error: { message: 'missing key' } }),
      answers('It sends the request elsewhere', 307, ''),
      answers('It answers with a page', 200, '<!doctype html><title>Hello</title>'),
      refused,
    ];
  }
}

const say = (label, answer) => ({ label, give: () => ({ answer }) });
const fail = (label, code, message) => ({ label, give: () => ({ failure: { code, message } }) });
const printed = (label, stdout) => ({ label, text: stdout, give: (text) => ({ answer: { status: 0, stdout: text, stderr: '' } }) });
const ended = (label, answer) => ({ label, give: () => ({ answer }) });

/** Text as the events of a program that prints such. */
function events(text) {
  return `${JSON.stringify({ type: 'text', part: { text } })}\n${JSON.stringify({ type: 'step_finish', part: { reason: 'stop', tokens: { output: 120 } } })}\n`;
}

function modelOf(body) {
  try {
    return JSON.parse(body).model;
  } catch {
    return 'example-model';
  }
}
