import assert from 'node:assert/strict';
import { test } from 'node:test';
import headless from '@xterm/headless';
import fc from 'fast-check';
import { KeptLines } from './kept-lines.ts';

const MARK = '(cleared here)';
const encoder = new TextEncoder();

/** Returns the lines that a screen of 5 rows shows of this output, with what has scrolled out of it. */
async function shownLines(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const terminal = new headless.Terminal({
    ...{ allowProposedApi: true, convertEol: true, cols: 60, rows: 5, scrollback: 5000 },
    scrollOnEraseInDisplay: true,
  });
  const kept = new KeptLines(MARK);
  for (const chunk of chunks)
    terminal.write(kept.rewrite(typeof chunk === 'string' ? encoder.encode(chunk) : chunk));
  await new Promise<void>((resolve) => terminal.write('', resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: active.length }, (_, row) => active.getLine(row)!)
    .map((line) => {
      const cells = Array.from({ length: terminal.cols }, (_, at) => line.getCell(at)!);
      return cells
        .map((cell) => (cell.isInvisible() ? '?' : cell.getChars() || ' '))
        .join('')
        .trimEnd();
    })
    .filter(Boolean);
  terminal.dispose();
  return lines;
}

const rows = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `row ${from + at}`);
const print = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

const CLEARS: Record<string, string> = {
  'clear, as the program of that name does': '\x1b[H\x1b[2J\x1b[3J',
  'clear first, then go home': '\x1b[2J\x1b[H',
  'go home and erase below': '\x1b[H\x1b[J',
  'go home and erase below, in digits': '\x1b[1;1H\x1b[0J',
  'go up by many rows and erase below': '\x1b[999A\x1b[J',
  'reset the terminal': '\x1bc',
  'selective erase': '\x1b[H\x1b[?2J',
  'with 8-bit controls': '\u009bH\u009b2J',
};
for (const [title, clear] of Object.entries(CLEARS))
  test(`a cleared screen becomes a line, and the lines above it stay: ${title}`, async () => {
    const lines = await shownLines([print(rows(1, 20)), 'unfinished', clear, 'after\n']);
    assert.deepEqual(lines, [...rows(1, 20), 'unfinished', MARK, 'after']);
  });

test('a screen that is cleared again and again has a line for each time, and none if it is empty', async () => {
  const lines = await shownLines(['\x1b[2J\x1b[H', 'one\n\x1b[2J\x1b[H\x1b[3J\x1bc', 'two\n\x1bc', 'three']);
  assert.deepEqual(lines, ['one', MARK, 'two', MARK, 'three']);
});

const HIDING: Record<string, string> = {
  'a scroll region': '\x1b[2;5r',
  'scrolling up': '\x1b[3S',
  'scrolling down': '\x1b[3T',
  'inserted lines': '\x1b[A\x1b[4L\x1b[B',
  'deleted lines': '\x1b[2A\x1b[2M\x1b[2B',
  'a reverse index': '\x1bM',
  'the test pattern': '\x1b#8',
  'shifted columns': '\x1b[5 @',
  'erasing above': '\x1b[1J',
  'erasing what has left the screen': '\x1b[3J',
  'the mode that inserts': '\x1b[4h',
  'the alternate charset, never switched back': '\x1b(0x\n',
  'another charset that is shifted in, never out': '\x1b)0\x0eqqq\n',
  'a charset that is locked in': '\x1b*0\x1bnxx\n',
  'the letters of another country': '\x1b(K[\\]\n',
  'text that is invisible': '\x1b[0;8m',
  'text that is invisible, in colons': '\x1b[8:1m',
  'inserted columns': "\x1b[5'}",
  'deleted columns': "\x1b[5'~",
  'a cursor that goes back to where it was never saved': '\x1b8',
  'a cursor that goes back to the start, in the other form': '\x1b[u',
  'a sequence that a line feed breaks': '\x1b[\n',
  'a sequence that a letter of another script breaks': '\x1b[漢\n',
  'a charset that a line feed breaks': '\x1b(\n',
  'an escape without a letter': '\x1b\n',
  'a title that never ends': '\x1b]0;building\n',
  'a string that never ends': '\x1bPpayload\n',
  'an application command that never ends': '\x1b_payload\n',
  'a title that never ends, with an 8-bit control': '\u009d0;building\n',
};
for (const [title, sequence] of Object.entries(HIDING))
  test(`no line is hidden by ${title}`, async () => {
    const lines = await shownLines([print(rows(1, 20)), sequence, print(rows(21, 60))]);
    assert.deepEqual(
      lines.filter((line) => line.startsWith('row')),
      rows(1, 60),
    );
  });

for (const [save, restore] of [
  ['\x1b7', '\x1b8'],
  ['\x1b[s', '\x1b[u'],
  ['\x1b[?1048h', '\x1b[?1048l'],
] as const)
  test(`a cursor that goes back to ${JSON.stringify(save)} overwrites no line that has ended since`, async () => {
    const lines = await shownLines([print(rows(1, 3)), save, print(rows(4, 6)), restore, print(rows(7, 9))]);
    assert.deepEqual(lines, rows(1, 9));
    assert.deepEqual(await shownLines(['a\n', `${save}1 %${restore}`, `${save}9 %${restore}\n`, 'b\n']), [
      'a',
      '9 %',
      'b',
    ]);
  });

test('a string without an end and without a line feed gives way to text after some kilobytes', async () => {
  const lines = await shownLines(['\x1b]0;', 'x'.repeat(40_000), '\nend\n']);
  assert.equal(lines.at(-1), 'end');
  assert.match(lines[0]!, /^x+$/);
});

test('the cursor never goes back over finished lines, except upwards, as progress bars do', async () => {
  assert.deepEqual(await shownLines(['one\ntwo\n\x1b[1;1Hthree\n']), ['one', 'two', 'three']);
  assert.deepEqual(await shownLines(['one\ntwo\n\x1b[2;1Hthree\n']), ['one', 'two', 'three']);
  assert.deepEqual(await shownLines(['a 1 %\nb 1 %\n\x1b[2A\x1b[Ka 9 %\n\x1b[Kb 9 %\n']), ['a 9 %', 'b 9 %']);
  assert.deepEqual(await shownLines(['1 %\r2 %\r\x1b[Kdone\n']), ['done']);
});

test('colors stay, also those whose number is that of invisible text', async () => {
  const kept = new KeptLines(MARK);
  const text = '\x1b[1;38;5;8mgray\x1b[48;2;8;8;8mback\x1b[38:5:8mcolons\x1b[m 漢字 é © \u{1f600}\n';
  assert.equal(new TextDecoder().decode(kept.rewrite(encoder.encode(text))), text);
  const invisible = new TextDecoder().decode(kept.rewrite(encoder.encode('\x1b[38;5;8;8;1m\x1b[8m')));
  assert.equal(invisible, '\x1b[38;5;8;1m');
});

/** Controls, with what a terminal would do with them, and lines with numbers. */
const controls = fc.oneof(
  fc.constantFrom(...Object.values(CLEARS), ...Object.values(HIDING)),
  fc
    .tuple(fc.constantFrom('A', 'B', 'C', 'D', 'E', 'G', 'K', 'X', 'm', 'h', 'l', 's', 'n', 't'), fc.nat(3))
    // Upwards a program may go; here it comes back.
    .map(([final, count]) => (final === 'A' ? `\x1b[${count}A\x1b[${count}B` : `\x1b[${count}${final}`)),
  fc
    .tuple(fc.constantFrom('H', 'f', 'd', 'r', 'S', 'T', 'J', 'L', 'M'), fc.nat(9))
    .map(([final, n]) => `\x1b[${n}${final}`),
  fc.constantFrom(
    '\x1b7',
    '\x1b8',
    '\x1b[s',
    '\x1b[u',
    '\x1b[?1048h',
    '\x1b[?1048l',
    '\x0f',
    '\x1bn',
    '\x1b)0',
    '\x1b=',
    '\x1b[?25l',
    '\x1b[!p',
    '\x1b]8;;https://a.test\x07',
    '\x1b\\',
    '\u009c',
    '\x0e',
  ),
);
const outputs = fc.array(fc.oneof(fc.nat(5), controls), { maxLength: 30 });

test('whatever a program writes between them, in whatever pieces, every finished line stays readable', async () => {
  await fc.assert(
    fc.asyncProperty(outputs, fc.infiniteStream(fc.integer({ min: 1, max: 40 })), async (steps, sizes) => {
      let count = 0;
      const text = steps
        .map((step) => {
          if (typeof step === 'string') return step;
          const lines = rows(count + 1, count + step + 1);
          count += step + 1;
          // A color first: a sequence before it may still want its last byte.
          return `\x1b[m\r\n${print(lines)}`;
        })
        .join('');
      const bytes = encoder.encode(text);
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < bytes.length;) {
        const { value = 1 } = sizes.next() as { value: number };
        chunks.push(bytes.subarray(at, at + value));
        at += value;
      }
      const shown = (await shownLines(chunks)).filter((line) => line.startsWith('row '));
      assert.deepEqual(shown, rows(1, count), JSON.stringify(text));
    }),
    { numRuns: 300, seed: 41 },
  );
});
