import assert from 'node:assert/strict';
import { test } from 'node:test';
import { copiedTexts, watchTerminalClipboard } from './terminal-clipboard.ts';

const osc52 = (text: string, end = '\x07'): string =>
  `\x1b]52;c;${Buffer.from(text).toString('base64')}${end}`;

test('copied texts are found with both ends of the sequence, and a question for the clipboard is not one', () => {
  assert.deepEqual(copiedTexts(`a${osc52('für 你')}b${osc52('two', '\x1b\\')}`), ['für 你', 'two']);
  assert.deepEqual(copiedTexts('\x1b]52;c;?\x07'), []);
  assert.deepEqual(copiedTexts('\x1b]52;c;\x07'), []);
});

test('a copied text is not printed, other text is, and after a reload only the newest listener gets it', () => {
  const written: unknown[] = [];
  const stdout = { write: (chunk: unknown) => written.push(chunk) > 0 };
  const copied: string[] = [];
  watchTerminalClipboard((text) => copied.push(`old ${text}`), stdout);
  watchTerminalClipboard((text) => copied.push(`new ${text}`), stdout);
  stdout.write(`before${osc52('text')}after`);
  stdout.write(Buffer.from('bytes'));
  assert.deepEqual([copied, written], [['new text'], ['beforeafter', Buffer.from('bytes')]]);
});
