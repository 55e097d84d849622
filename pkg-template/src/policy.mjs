/** The install policy: where a capability may come from, what it may be called, on which hosts it runs. */
import { engine } from 'gsd-lanes:engine';

import { hostsArgument, objectArgument, optionalString, stagedArgument, stringArgument } from './arguments.mjs';
import { NOT_GIVEN, isRefused } from './engine.mjs';
import { ORDINARY } from './snapshot.mjs';
import { ask } from './trust.mjs';

const plain = (value) => engine.snapshot(value, ORDINARY);

/** What stands against an installation, and what has to be asked first; `null` if the manifest breaks a limit. */
export function evaluateInstallTrust(input) {
  const { parsed, manifest, strict, hostVersion, hosts, stagedFiles, integrityPin } = objectArgument(input, 'input');
  const members = [
    ['hostVersion', plain(stringArgument(hostVersion, 'hostVersion'))],
    ['integrityPin', plain(optionalString(integrityPin, 'integrityPin', ['sha512', 'git-commit', 'none']))],
    ['staged', stagedArgument(stagedFiles, 'stagedFiles', plain)],
    ['parsed', plain(parsed)],
    ['strict', plain(strict)],
  ];
  const resolve = hostsArgument(hosts);
  const source = engine.snapshot(manifest);
  members.push(['manifest', source]);
  if (resolve !== undefined) members.push(['hosts', resolved(resolve, source)]);
  return judge('evaluateInstallTrust', members, source);
}

/** The answer of a resolver that is asked once, as the configuration that has only this. */
function resolved(resolve, manifest) {
  let asked;
  const answer = { value: undefined };
  ask((key) => {
    asked = key;
    answer.value = resolve(key);
    return answer.value;
  }, manifest);
  const found = asked !== undefined && typeof answer.value === 'string' ? [[asked, answer.value]] : [];
  return plain(Object.fromEntries(found));
}

/** Whether a capability runs on a host, and if not, which of its versions does; `null` if it breaks a limit. */
export function checkEngines(manifest, hostVersion) {
  const version = plain(stringArgument(hostVersion, 'hostVersion'));
  const source = engine.snapshot(manifest);
  return judge('checkEngines', [['hostVersion', version], ['manifest', source]], source);
}

function judge(name, members, manifest) {
  const answer = engine.rule(name, members);
  return isRefused(manifest) ? null : answer;
}

/** Whether a version is in a range, as the host reads both. */
export function semverSatisfies(version, range) {
  return engine.rule('semverSatisfies', [['version', plain(version)], ['range', plain(range)]]);
}

/** Whether an id lies in a namespace that is kept for the host. */
export function checkReservedNamespace(id) {
  return engine.rule('checkReservedNamespace', [['id', plain(id)]]);
}

/** Whether a source may be fetched from, given the policy as it stands in the configuration. */
export function evaluateSource(parsed, strict) {
  return engine.rule('evaluateSource', [['parsed', plain(parsed)], ['strict', strict === undefined ? NOT_GIVEN : plain(strict)]]);
}
