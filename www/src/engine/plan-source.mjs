/**
 * What a lane would run or send, from the library: the resolved plan, and what a run of it asks of the world when everything
 * goes well.
 */
import { at, readTree, stringOf } from './tree.mjs';

/** What stands for the prompt, which nobody has written. */
export const PROMPT = '(the prompt: instructions, and every plan in full)\n';

/** The keys of the configuration that a person can set in the pane, where the lane names them. */
const KEYS = {
  model: ['reviewer', 'modelConfigKey'],
  effort: ['reviewer', 'effortConfigKey'],
  host: ['reviewer', 'invoke', 'hostConfigKey'],
  timeout: ['reviewer', 'timeoutConfigKey'],
};

export function planOf(lanes, text, { model, effort, host, timeout, repoRoot, runDir, platform, profile }) {
  if (lanes.signatureText(text) === null) return null;
  const tree = readTree(text);
  const keys = Object.fromEntries(Object.entries(KEYS).map(([name, path]) => [name, stringOf(text, at(tree, ...path)) || undefined]));
  const config = {};
  for (const [name, value] of Object.entries({ model, effort, host, timeout: timeout === '' ? '' : Number(timeout) })) {
    if (value !== '' && keys[name] !== undefined) Object.defineProperty(config, keys[name], { value, enumerable: true });
  }
  const lane = JSON.parse(text.replace(/^\ufeff/, '')).reviewer;
  const { argv: effortArgs, value: effortValue, source: effortSource } = lanes.laneEffort({ lane, config });
  const resolved = lanes.resolveLane({ text, config, runDir, repoRoot, effortArgs, effortValue, platform, profile });
  return {
    keys,
    hasLane: lane !== undefined && lane !== null,
    effortSource,
    resolved,
    asked: resolved.ok ? rehearse(lanes, resolved.plan, { repoRoot, platform, profile }) : undefined,
    windows: platform === 'win32' && resolved.plan?.transport === 'spawn' ? onWindows(lanes, resolved.plan) : undefined,
  };
}

/** Programs and servers that a run asks for, when everything is there and answers, and how it ends. */
function rehearse(lanes, plan, { repoRoot, platform, profile }) {
  const spawns = [];
  const requests = [];
  const files = new Map([[plan.promptPath, PROMPT]]);
  const result = lanes.runLaneSync(plan, {
    homeDir: '',
    hasBinary: () => true,
    exists: (path) => files.has(path),
    read: (path) => files.get(path),
    write: (path, content) => { files.set(path, content); },
    setAside: (path) => { files.delete(path); },
    spawn({ binary, args, cwd, timeoutMs }) {
      // Its environment is the plan's, and need not cross a second time.
      spawns.push({ binary, args, cwd, timeoutMs });
      return { status: 0, stdout: plan.probe?.needle ?? '', stderr: '' };
    },
    http(request) {
      requests.push(request);
      return { status: 200, body: '{}' };
    },
  }, { repoRoot, platform, profile, owner: 'installed', agreement: 'given', consentedHost: plan.host });
  return { spawns, requests, result };
}

/** What is really started there, for each kind of file that PATH may hold under that name. */
function onWindows(lanes, { binary, argv }) {
  const names = /[\\/]/.test(binary) ? [binary] : lanes.windowsCandidates({ name: binary });
  return names.map((name) => ({ name, ...lanes.windowsCommandLine({ command: name, args: argv }) }));
}
