// A server on this machine that speaks as much of four APIs as the programs need: it says one text to whoever asks.

import { createServer } from 'node:http';

/** Starts one. `mood()` is `answering`, `refusing` (401) or `silent`; what came is in `seen`: {method, url, body}. */
export async function stub(text, mood) {
  const seen = [];
  const server = createServer(async (request, response) => {
    response.on('error', () => {});
    let raw = '';
    for await (const piece of request.setEncoding('utf8')) raw += piece;
    const { method } = request;
    const url = request.url.split('?')[0];
    const body = parsed(raw);
    seen.push({ method, url, body });
    if (mood() === 'silent' && method === 'POST') return;
    if (mood() === 'refusing' && method === 'POST') return json(response, 401, REFUSAL);
    const streamed = body?.stream === true || url.endsWith(':streamGenerateContent');
    const [, answer] = ANSWERS.find(([pattern]) => pattern.test(`${method} ${url}`)) ?? [];
    if (answer === undefined) return json(response, 404, { error: { message: 'there is no such thing here', type: 'not_found_error' } });
    const { whole, events } = answer(text, body?.model ?? url);
    if (!streamed) return json(response, 200, whole);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map(event).join(''));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, seen, close };
}

const REFUSAL = { type: 'error', error: { type: 'authentication_error', code: 401, status: 'UNAUTHENTICATED', message: 'Invalid API key' } };

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function json(response, status, value) {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** One event of a stream; those with a type are named after it. */
function event(data) {
  if (typeof data === 'string') return `data: ${data}\n\n`;
  const name = data.type === undefined ? '' : `event: ${data.type}\n`;
  return `${name}data: ${JSON.stringify(data)}\n\n`;
}

/** Which request is answered how: as a whole, and as events. */
const ANSWERS = [
  [/^POST .*\/messages$/, messages],
  [/^POST .*\/responses$/, responses],
  [/^POST .*\/chat\/completions$/, chat],
  [/^POST .*:(streamG|g)enerateContent$/, generated],
];

function messages(text, model) {
  const message = {
    id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const end = { stop_reason: 'end_turn', stop_sequence: null };
  return {
    whole: { ...message, ...end, content: [{ type: 'text', text }] },
    events: [
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: end, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ],
  };
}

function responses(text) {
  const item = { type: 'message', id: 'm_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] };
  const usage = {
    input_tokens: 1, input_tokens_details: { cached_tokens: 0 }, output_tokens: 1, output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 2,
  };
  const response = { id: 'r_1', object: 'response', status: 'in_progress', output: [] };
  const whole = { ...response, status: 'completed', output: [item], usage };
  return {
    whole,
    events: [
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.output_text.delta', item_id: 'm_1', output_index: 0, content_index: 0, delta: text },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: whole },
    ],
  };
}

function chat(text, model) {
  const base = { id: 'c_1', created: 1, model };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  const chunk = (choices, rest) => ({ ...base, object: 'chat.completion.chunk', choices, ...rest });
  const message = { role: 'assistant', content: text };
  return {
    whole: { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }], usage },
    events: [
      chunk([{ index: 0, delta: message, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
      chunk([], { usage }),
      '[DONE]',
    ],
  };
}

function generated(text, modelVersion) {
  const whole = {
    candidates: [{ content: { role: 'model', parts: [{ text }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion,
  };
  return { whole, events: [whole] };
}
