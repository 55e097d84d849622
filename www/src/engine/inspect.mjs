/** What each pane shows, worked out from the text. Everything that is judged here is judged by the library. */
import { binding, triesFor } from './binding.mjs';
import { compare } from './compare.mjs';
import { indent } from './indent.mjs';
import { linkPrompt } from './prompt-links.mjs';
import { planOf } from './plan-source.mjs';
import { at, placeOf, readTree, stringOf } from './tree.mjs';

/** What was told last, by pane: the same is not told again, so that what somebody is reading stays where it is. */
const told = new Map();

/** The findings, and whatever `pane` shows; `undefined` for what is as it was. */
export function inspect(lanes, { text, folderId, profile, pane, ...inputs }) {
  const began = performance.now();
  const report = lanes.validateText(text, { folderId: folderId || null, profile });
  const took = performance.now() - began;
  return { took, report: news('report', report), pane, shown: PANES[pane] && news(pane, PANES[pane](lanes, text, { profile, ...inputs })) };
}

function news(what, answer) {
  const spelled = JSON.stringify(answer);
  if (told.get(what) === spelled) return undefined;
  told.set(what, spelled);
  return answer;
}

const PANES = {
  prompt(lanes, text, { host }) {
    const disclosure = lanes.discloseText(text, { hosts: (key) => (host === '' ? undefined : host) });
    if (disclosure === null) return null;
    const tree = readTree(text);
    const lines = lanes.consentPrompt(disclosure);
    const invoke = at(tree, 'reviewer', 'invoke');
    return {
      lines: linkPrompt(lines, disclosure, text, tree),
      hostConfigKey: disclosure.reviewerLanes[0]?.resolvedHost ? (stringOf(text, at(invoke, 'hostConfigKey')) ?? '') : undefined,
    };
  },

  signature(lanes, text) {
    const signature = lanes.signatureText(text);
    if (signature === null) return null;
    const manifest = JSON.parse(text.replace(/^\ufeff/, ''));
    const tree = readTree(text);
    const parts = binding(manifest, lanes.signature, triesFor(text)).map(({ path, bound }) => ({ bound, ...placeOf(at(tree, ...path), dotted(path)) }));
    const [hooks, modules, servers, lane = []] = JSON.parse(signature);
    return {
      signature,
      digest: lanes.digestText(text),
      surfaces: [['Hooks', hooks], ['Command modules', modules], ['MCP servers', servers], ['Reviewer lane', lane]].map(([name, lines]) => ({ name, lines: lines.map(indent) })),
      parts,
    };
  },

  plan: planOf,

  compare(lanes, text, { old }) {
    return compare(lanes, old, text);
  },
};

function dotted(path) {
  return path.reduce((label, step) => (typeof step === 'number' ? `${label}[${step}]` : label === '' ? step : `${label}.${step}`), '');
}
