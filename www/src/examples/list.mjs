/** The examples besides the first-party manifests, which the library brings along. */
import { hostile } from './hostile.mjs';
import mistakes from '../../../tests/demo-broken/capability.json?raw';
import overlay from './overlay.json?raw';

/** The version before: another destination, another title, another limit of time. */
const before = overlay
  .replace('"version": "2.1.0"', '"version": "2.0.0"')
  .replace('"title": "Quillmark"', '"title": "Quillmark preview"')
  .replace('https://review.quillmark.example', 'https://quillmark.example')
  .replace('"timeoutFloorMs": 300000', '"timeoutFloorMs": 600000');

/** What the page starts with. */
export const EXAMPLE_TEXT = overlay;

export const EXAMPLES = [
  { id: 'overlay', title: 'HTTP overlay', values: { text: overlay, old: before, folderId: '' } },
  { id: 'mistakes', title: 'Common mistakes', values: { text: mistakes, folderId: 'demo-broken' } },
  { id: 'hostile', title: 'Hostile manifest', values: { text: hostile, folderId: '' } },
  { id: 'empty', title: 'Empty', values: { text: '{\n  \n}\n', folderId: '' } },
];
