// What people write, checked under every way of resolving modules.
import {
  GsdLanesError, changes, changesText, check, consentPrompt, digest, disclose, discloseText, explain, firstPartyCapabilities,
  firstPartyLanes, isLocalDestination, schema, signature, signatureText, validateManifest, validateText, version, vocabulary,
} from 'gsd-lanes';
import type { Diagnostic, DiagnosticCode, Disclosure, Report } from 'gsd-lanes';
import { executableSetChanged, manifestWarningRecords, renderPromptValue, unresolvedHost } from 'gsd-lanes/rules';

const text: string = JSON.stringify({ id: 'a' });
const report: Report = validateText(text, { folderId: 'a', profile: 'peer' });
const bytes: Report = validateText(new Uint8Array(3));
const object: Report = validateManifest({ id: 'a' }, { folderId: undefined as never });
for (const diagnostic of report.diagnostics) {
  const { code, severity, span, help }: Diagnostic = diagnostic;
  const known: DiagnosticCode = code;
  const line: number | undefined = span?.line;
  const advice: string | undefined = help;
  void [known, severity, line, advice];
}

const disclosure = disclose({ id: 'a' }, { hosts: (key: string) => ({ 'review.x': 'http://x.test' })[key], stagedFiles: ['a.js'] });
if (disclosure !== null) {
  const whole: Disclosure = disclosure;
  const lines: string[] = consentPrompt(whole).map((line) => line.text);
  void lines;
}
disclose({}, { hosts: { 'review.x': 'http://x.test' } });
const fromText: Disclosure | null = discloseText(text);

const signed: string | null = signature({});
const also: string | null = signatureText(text);
const short: `sha256:${string}` | null = digest({});
const moved: boolean = changes({}, {}).changed || changesText(text, text).changes.length > 0;

const all = check([text, { source: 'x.json', text }, { manifest: {}, folderId: 'x' }]);
const first = all.reports[0];
const asked: Disclosure | null | undefined = first?.disclosure;
const hash: string | null | undefined = first?.digest;
// @ts-expect-error not asked for
void first?.signature;
const bare = check([text], { disclosure: false, digest: false, signature: true });
const there: string | null | undefined = bare.reports[0]?.signature;
// @ts-expect-error turned off
void bare.reports[0]?.disclosure;
declare const perhaps: boolean;
const maybe: Disclosure | null | undefined = check([text], { disclosure: perhaps }).reports[0]?.disclosure;

// @ts-expect-error no such profile
validateText(text, { profile: 'lenient' });
// @ts-expect-error no text
validateText(5);
// @ts-expect-error either a text or a manifest
check([{ source: 'x' }]);

const page: string | null = explain('invalid-json');
const local: boolean = isLocalDestination('http://localhost');
const error: 'trap' | 'load' | 'not-ready' = new GsdLanesError('trap', 'x').code;
const rules: unknown[] = [executableSetChanged({}, {}), manifestWarningRecords({}), renderPromptValue('x').truncated, unresolvedHost()];
void [bytes, object, fromText, signed, also, short, moved, asked, hash, there, maybe, page, local, error, rules,
  firstPartyCapabilities(), firstPartyLanes(), schema(), version, vocabulary()];
