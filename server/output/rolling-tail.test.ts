import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RollingTail } from './rolling-tail.ts';

interface Accumulator {
  append(data: Buffer): void;
  snapshot(): { content: string; truncation: { truncated: boolean; totalBytes: number } };
}

// pi's own class decides what a tail looks like; here with limits that a test can reach.
const root = import.meta.resolve('@earendil-works/pi-coding-agent');
const { OutputAccumulator } = (await import(new URL('core/tools/output-accumulator.js', root).href)) as {
  OutputAccumulator: new (options: { maxBytes: number; maxLines: number }) => Accumulator;
};

const line = fc.oneof(fc.stringMatching(/^[a-zé€😀]{0,12}$/u), fc.constant('y'), fc.constant(''));
const output = fc
  .array(line, { maxLength: 60 })
  .map((lines) => lines.map((l, n) => `${l}${n % 7 ? '' : n}\n`));

/** What is put out when pi shows a tail after each of `chunks`, and what it was all about. */
function joined(chunks: string[], maxBytes: number): { text: string; whole: string } {
  const accumulator = new OutputAccumulator({ maxBytes, maxLines: 1000 });
  let whole = '';
  let text = '';
  let tail: RollingTail | undefined;
  for (const chunk of chunks) {
    accumulator.append(Buffer.from(chunk));
    const { content, truncation } = accumulator.snapshot();
    if (truncation.truncated) {
      tail ??= new RollingTail(Buffer.byteLength(whole), Buffer.from(whole));
      text += tail.take(content, truncation.totalBytes);
    } else {
      text = content;
    }
    whole += chunk;
  }
  return { text, whole };
}

test('tails of pi that overlap are joined to the output without a byte too many or too few', () => {
  fc.assert(
    // Three lines at most between two snapshots, and tails that hold more than that.
    fc.property(output, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }), (lines, sizes) => {
      const chunks: string[] = [];
      for (let at = 0, n = 0; at < lines.length; n++) {
        chunks.push(lines.slice(at, (at += sizes[n % sizes.length] ?? 1)).join(''));
      }
      const { text, whole } = joined(chunks, 400);
      assert.equal(text, whole);
    }),
    { numRuns: 500 },
  );
});

test('what no tail showed is marked with its size, and all that was shown is there once', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `${from + n}\n`).join('');
  const { text } = joined([numbers(1000, 1010), numbers(1010, 1100), numbers(1100, 1110)], 100);
  // 1010 to 1080 were 350 bytes; the newline at the end of a tail is only known from the next one.
  assert.equal(text, `${numbers(1000, 1010)}[… 350 bytes not shown by pi …]\n${numbers(1080, 1110)}`);
});

test('a tail that the numbers place where the text does not fit is put out behind a mark', () => {
  const tail = new RollingTail(6, Buffer.from('a\nb\nc\n'));
  assert.equal(tail.take('x\ny\nz', 8), '[… output not shown by pi …]\nx\ny\nz');
});

test('a tail whose text was shortened on the way is joined by its lines', () => {
  const tail = new RollingTail(6, Buffer.from('a\nb\nc\n'));
  assert.equal(tail.take('c\nd\nee', 8), 'd\nee');
});

test('a tail of which nothing is new puts out nothing', () => {
  const tail = new RollingTail(6, Buffer.from('a\nb\nc\n'));
  assert.equal(tail.take('b\nc', 6), '');
  assert.equal(tail.take('redacted', 6), '');
});
