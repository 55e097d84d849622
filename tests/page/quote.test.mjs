/** Quoted commands give the same arguments back (F-39), and nothing in them hides. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';

import { posix, powershell } from '../../www/src/quote.mjs';

const HARD = [
  'a b', '', "it's", '"', '\\', '$HOME', '`id`', '$(id)', '*', '~', '~root', '-', '--', '-n', '!!', '#x', '{a,b}', '{{prompt}}', 'a=b', '&', ';', '|', '>', '<x>', '(', ')',
  'a\nb', 'ends\n', '\n', '\ttab', '\r', '\u001b[2K', '\u0007', '\u202eabc', 'x\u200by', '\u{e0041}', '\u00ad', '\u00a0', 'é', '日本', '😀', '%PATH%', '^', '@x', '1', '--%', '-foo.bar', "'", "''", '\u2018a\u2019b\u201a\u201b', '!', '[ab]', 'ends\\',
];
const LISTS = [['a b'], ['a', 'b'], ['a', '', 'b'], HARD, HARD.toReversed(), ...HARD.map((word) => [word, word])];
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;

describe('POSIX', () => {
  for (const shell of ['sh', 'bash']) {
    test(`${shell} hands the same list on`, () => {
      const list = LISTS.flat();
      const command = posix([process.execPath, '-e', 'process.stdout.write(JSON.stringify(process.argv.slice(1)))', '--', ...list]);
      assert.deepEqual(JSON.parse(execFileSync(shell, ['-c', command], { encoding: 'utf8' })), list);
    });
  }

  test('a program is a program, whatever it is called', () => {
    for (const name of ['a=b', 'if', 'my tool', '{', '!']) assert.match(posix([name]), /^'/);
    assert.equal(posix(['codex', 'exec', '-o', '/tmp/a.md', 'k=v', '-']), 'codex exec -o /tmp/a.md k=v -');
  });

  test('different lists look different', () => {
    assert.equal(new Set(LISTS.map((list) => posix(['x', ...list]))).size, new Set(LISTS.map((list) => JSON.stringify(list))).size);
  });
});

describe('PowerShell', () => {
  /** Reads back what our writer makes of words: bare words, texts in quotes, and sums of texts and characters. */
  function read(command) {
    const words = [];
    let at = 0;
    const text = () => {
      let value = '';
      for (at++; ; at++) {
        const quote = /['\u2018-\u201b]/;
        if (!quote.test(command[at])) value += command[at];
        else if (at + 1 < command.length && quote.test(command[at + 1])) value += command[at++];
        else { at++; return value; }
      }
    };
    assert.equal(command.slice(0, 2), '& ');
    at = 2;
    while (at < command.length) {
      if (command[at] === ' ') { at++; continue; }
      if (command[at] === "'") { words.push(text()); continue; }
      if (command[at] === '(') {
        let value = '';
        for (at++; command[at] !== ')';) {
          if (command[at] === '+') at++;
          if (command[at] === "'") { value += text(); continue; }
          const [whole, point] = /^(?:\[char\]|\[char\]::ConvertFromUtf32\()0x([0-9a-f]+)\)?/.exec(command.slice(at));
          const consumed = whole.startsWith('[char]:') ? whole.length : whole.replace(/\)$/, '').length;
          value += String.fromCodePoint(Number.parseInt(point, 16));
          at += consumed;
        }
        at++;
        words.push(value);
        continue;
      }
      const [bare] = /^[\w-]+/.exec(command.slice(at));
      words.push(bare);
      at += bare.length;
    }
    return words;
  }

  test('reads back to the same list', () => {
    for (const list of LISTS) assert.deepEqual(read(powershell(['codex', ...list])), ['codex', ...list]);
  });

  test('quotes what it would take for something else', () => {
    assert.equal(powershell(['codex', 'exec', '--model', 'o3', '-c', 'a=b', '-', "it's", '--%']), "& codex exec --model o3 -c 'a=b' '-' 'it''s' '--%'");
    assert.equal(powershell(['my tool', '\u001b']), "& 'my tool' (''+[char]0x1b)");
  });
});

test('nothing hides in a command', () => {
  for (const list of LISTS) {
    assert.doesNotMatch(posix(['x', ...list]), HIDDEN);
    assert.doesNotMatch(powershell(['x', ...list]), HIDDEN);
  }
});
