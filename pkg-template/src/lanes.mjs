/** Planning lanes: what would run or be sent, and where to. */
import { engine } from 'gsd-lanes:engine';

import { functionArgument, objectArgument, optionalString, stringArgument, textArgument } from './arguments.mjs';
import { ORDINARY, ROOT } from './snapshot.mjs';

const plain = (value) => engine.snapshot(value, ORDINARY);

/** A host in the one form in which hosts are compared. */
export function normalizeHost(host) {
  return engine.rule('normalizeHost', [['host', plain(host)]]);
}

/** Whether what is sent to the current host goes where the consented one says. */
export function checkEgress(consentedHost, currentHost) {
  return engine.rule('checkEgress', [['consentedHost', plain(consentedHost)], ['currentHost', plain(currentHost)]]);
}

/**
 * What a lane would run or send, or why it would not. All of the caller's code runs here, each piece once: the input, the
 * lane, then the configuration for the few keys that the lane names.
 */
export function resolveLane(input) {
  const { lane, manifest, text, scope, config, configGet, runDir, repoRoot, effortArgs, effortValue, instance, profile, platform } = objectArgument(input, 'input');
  if ([lane, manifest, text].filter((it) => it !== undefined).length > 1) throw new TypeError('input must have one of lane, manifest and text');
  const lookUp = lookUpArgument(config, configGet);
  const members = [
    ['runDir', plain(stringArgument(runDir, 'runDir'))],
    ['repoRoot', plain(stringArgument(repoRoot, 'repoRoot'))],
    ['scope', plain(optionalString(scope, 'scope'))],
    ['profile', plain(optionalString(profile, 'profile', ['strict', 'peer']))],
    ['platform', plain(optionalString(platform, 'platform', ['posix', 'win32']))],
    ['instance', plain(instanceArgument(instance))],
    ['effortArgs', plain(effortArgs)],
    ['effortValue', plain(effortValue)],
    source(lane, manifest, text),
  ];
  members.push(['config', plain(answers(lookUp, members.at(-1)))]);
  return engine.rule('resolveLane', members);
}

function source(lane, manifest, text) {
  if (text !== undefined) return ['text', engine.source(textArgument(text, 'text'))];
  return manifest === undefined ? ['lane', plain(lane)] : ['manifest', engine.snapshot(manifest, ROOT)];
}

/** A function from keys to values, or an object whose own members are values by dotted key. */
function lookUpArgument(config, configGet) {
  if (configGet !== undefined) return functionArgument(configGet, 'configGet');
  if (config === undefined || config === null) return () => undefined;
  objectArgument(config, 'config');
  return (key) => (Object.hasOwn(config, key) ? config[key] : undefined);
}

function instanceArgument(instance) {
  if (instance === undefined || instance === null) return undefined;
  const { name, model, agent, promptFile } = objectArgument(instance, 'instance');
  return {
    name: optionalString(name, 'instance.name'),
    model: optionalString(model, 'instance.model'),
    agent: optionalString(agent, 'instance.agent'),
    promptFile: optionalString(promptFile, 'instance.promptFile'),
  };
}

/** What the configuration says to the questions that a lane asks. */
function answers(lookUp, [name, lane]) {
  const keys = engine.data(engine.parts('rule', [engine.source('laneKeys'), engine.source(name), lane], 0));
  return Object.fromEntries(keys.map((key) => [key, lookUp(key)]));
}
