/**
 * A process that writes consents as fast as it can, for `compat-consent.test.mjs`:
 *
 *     node consent-writer.mjs <module> <home> <name> <how many>
 *
 * Each record that has been made is a line of its output. Every third one is taken back again.
 */
import { writeSync } from 'node:fs';
import { createRequire } from 'node:module';

const [module, home, name, count] = process.argv.slice(2);
const { recordProjectConsent, revokeProjectConsent } = createRequire(import.meta.url)(module);

for (let number = 0; number < Number(count); number++) {
  const pair = { gsdHome: home, projectRoot: `/srv/${name}`, id: `cap-${number}` };
  recordProjectConsent({ ...pair, integrity: '', disclosureSignature: `[[],[],["${name}"]]`, contentHash: `sha512-${name}-${number}`, ...(number % 2 ? { reviewerHost: 'http://h' } : {}) });
  if (number % 3 === 2) revokeProjectConsent(pair);
  writeSync(1, `${number}\n`);
}
