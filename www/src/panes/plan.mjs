/** What would be run or sent, given a configuration. */
import { fill, h } from '../dom.mjs';
import { PROMPT } from '../engine/plan-source.mjs';
import { choice, copyButton, field, longText, textInput, verdict } from '../parts.mjs';
import { posix, powershell } from '../quote.mjs';
import { foreign, prose } from '../visible.mjs';
import { dryRun } from './dry-run/dry-run.mjs';
import { fact, variables } from './dry-run/step.mjs';
import { UNREADABLE } from './words.mjs';

const EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max', 'inherit'];

export function planPane({ state, engine, announce, showCode }) {
  const inputs = {
    model: setting('Model', textInput(state, 'model', { placeholder: 'not configured' })),
    effort: setting('Effort', choice(state, 'effort', [['', 'not configured'], ...EFFORTS.map((it) => [it, it])])),
    host: setting('Host', textInput(state, 'host', { placeholder: 'not configured' })),
    timeout: setting('Limit, seconds', textInput(state, 'timeout', { placeholder: 'not configured', inputmode: 'decimal' })),
  };
  const body = h('div', { class: 'stack' });
  const run = dryRun({ engine, prompt: PROMPT });
  const element = h('div', { class: 'pane-body' },
    h('div', { class: 'settings' },
      Object.values(inputs).map(({ element: it }) => it),
      setting('Repository', textInput(state, 'repoRoot')).element,
      setting('Run directory', textInput(state, 'runDir')).element,
      setting('Platform', choice(state, 'platform', [['posix', 'Linux or macOS'], ['win32', 'Windows']])).element),
    body, run.element);

  run.element.hidden = true;

  return {
    element,
    show(shown) {
      run.element.hidden = !shown?.resolved.ok;
      if (shown === null) return void fill(body, verdict('error', UNREADABLE));
      const { keys, hasLane, resolved, asked, windows, effortSource } = shown;
      for (const [name, { control, hint }] of Object.entries(inputs)) {
        control.disabled = keys[name] === undefined;
        fill(hint, keys[name] === undefined ? 'the lane names no key' : h('code', null, foreign(keys[name])));
      }
      if (!hasLane) return void fill(body, verdict('note', 'This manifest has no reviewer lane, so there is nothing to plan.'));
      if (!resolved.ok) return void fill(body, verdict('error', 'No plan: ', h('code', null, resolved.reason)), why(resolved.detail));
      const { plan, warnings = [] } = resolved;
      run.use(plan, { repoRoot: state.get('repoRoot'), platform: state.get('platform'), profile: state.get('profile') });
      fill(body,
        warnings.map(({ message }) => verdict('warning', prose(message))),
        plan.transport === 'spawn' ? spawned(plan, asked, windows, effortSource) : sent(plan, asked),
        asData(plan));
    },
  };

  /** The plan as JSON, made when somebody wants to see it. */
  function asData(plan) {
    const json = () => JSON.stringify(plan, null, 2);
    const content = h('div', { class: 'stack' });
    return h('details', { ontoggle: () => fill(content, copyButton(json, 'Copy plan', announce), longText(json(), { class: 'code-block', 'aria-label': 'Plan as JSON' })) },
      h('summary', null, 'The plan as data'), content);
  }

  /** A sentence, or the code of a finding. */
  function why(detail) {
    if (!/^[a-z]+(?:-[a-z]+)+$/.test(detail)) return h('p', null, prose(detail));
    return h('p', { class: 'row' }, h('code', null, detail), h('button', { type: 'button', class: 'button small', onclick: () => showCode(detail) }, 'Show the problem'));
  }

  function spawned(plan, { spawns, result }, windows, effortSource) {
    // A run may look the program's help up first; the plan's own call is the last. It may end before that.
    const own = spawns.findLast(({ timeoutMs, args }) => timeoutMs === Math.ceil(plan.timeoutMs) && args.length >= plan.argv.length);
    const { binary, args, cwd, timeoutMs } = own ?? { binary: plan.binary, args: plan.argv, cwd: state.get('repoRoot'), timeoutMs: plan.timeoutMs };
    const { env } = plan;
    const words = [binary, ...args];
    const probes = spawns.filter((it) => it !== own).map((it) => posix([it.binary, ...it.args]));
    return [
      own === undefined ? ends(result) : null,
      command('POSIX shell', posix(words)),
      command('PowerShell', powershell(words)),
      windows === undefined ? null : [h('h3', null, 'What Windows starts'), h('dl', { class: 'facts' }, windows.map(startedAs))],
      h('dl', { class: 'facts' },
        probes.length > 0 ? fact('Asked before', probes) : null,
        fact('In', cwd),
        fact('Prompt', prompted(plan, args)),
        fact('Review', plan.outputTarget.kind === 'file' ? h('span', null, 'the program writes ', h('code', null, foreign(plan.outputTarget.path))) : h('span', null, 'standard output, kept in ', h('code', null, foreign(plan.reviewPath)))),
        fact('Environment', env === null || env === undefined ? h('span', null, 'nothing is added') : variables(env)),
        fact('Model', plan.model ?? h('span', null, 'the program chooses')),
        fact('Effort', plan.effort ?? h('span', null, effortSource === 'none' ? 'not asked for' : `not passed on (${effortSource})`)),
        fact('Limit', `${timeoutMs / 1000} s`)),
    ];
  }

  function ends({ reason, detail, remedy }) {
    return [
      verdict('warning', 'Even if everything is there, a run ends before it: ', h('code', null, reason)),
      detail ? h('p', null, prose(detail)) : null,
      remedy ? h('p', { class: 'quiet' }, prose(remedy)) : null,
    ];
  }

  function prompted({ stdin, promptPath }, args) {
    if (stdin !== null) return h('span', null, 'on standard input, from ', h('code', null, foreign(stdin)));
    const named = args.some((argument) => argument.includes(promptPath));
    return h('span', null, named ? 'in the file that an argument names; standard input is closed' : 'not given to the program; standard input is closed');
  }

  function startedAs({ name, command: program, args, verbatim }) {
    return fact(name, verbatim ? h('span', null, 'by ', h('code', null, foreign([program, ...args].join(' ')))) : h('span', null, 'as it is'));
  }

  function sent(plan, { requests, result }) {
    return [
      requests.some(({ url }) => url === plan.url) ? null : [ends(result), h('h3', null, 'POST ', h('code', null, foreign(plan.url)))],
      requests.map(({ method, url, body: content, timeoutMs }) => h('div', { class: 'request' },
        h('div', { class: 'block-head' }, h('h3', null, `${method} `, h('code', null, foreign(url))), h('span', { class: 'quiet' }, `limit ${timeoutMs / 1000} s`)),
        typeof content === 'string' ? longText(JSON.stringify(JSON.parse(content), null, 2), { class: 'code-block wrap', 'aria-label': 'Body' }) : null)),
      h('dl', { class: 'facts' },
        fact('Host', plan.host),
        fact('Model', plan.model ?? h('span', null, plan.modelsUrl === null ? '' : 'the first that the server lists, else ', h('code', null, foreign(plan.fallbackModel)))),
        fact('Prompt', plan.promptPath),
        fact('Review', plan.reviewPath)),
    ];
  }

  function command(label, line) {
    return h('div', { class: 'request' },
      h('div', { class: 'block-head' }, h('h3', null, label), copyButton(() => line, 'Copy', announce)),
      longText(line, { class: 'code-block wrap', 'aria-label': `Command for ${label}` }));
  }

  function setting(label, control) {
    const hint = h('span', { class: 'field-hint' });
    return { control, hint, element: h('label', { class: 'setting' }, h('span', { class: 'field-label' }, label), control, hint) };
  }
}
