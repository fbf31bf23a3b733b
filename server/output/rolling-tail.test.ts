import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RollingTail } from './rolling-tail.ts';

interface Accumulator {
  append: (data: Buffer) => void;
  snapshot: () => { content: string; truncation: { truncated: boolean; totalBytes: number } };
}

// pi's own class makes the tails, with limits that a test can reach.
const root = import.meta.resolve('@earendil-works/pi-coding-agent');
const { OutputAccumulator } = (await import(new URL('core/tools/output-accumulator.js', root).href)) as {
  OutputAccumulator: new (options: { maxBytes: number; maxLines: number }) => Accumulator;
};

const line = fc.oneof(fc.stringMatching(/^[a-zé€😀]{0,12}$/u), fc.constant('y'), fc.constant(''));
const output = fc
  .array(line, { maxLength: 60 })
  .map((lines) => lines.map((l, n) => `${l}${n % 7 ? '' : n}\n`));

/** The output joined from the tails that pi shows after each of `chunks`, and the whole output. */
function join(chunks: string[], maxBytes: number): { text: string; whole: string } {
  const accumulator = new OutputAccumulator({ maxBytes, maxLines: 1000 });
  let whole = '';
  let text = '';
  let tail: RollingTail | undefined;
  for (const chunk of chunks) {
    accumulator.append(Buffer.from(chunk));
    const { content, truncation } = accumulator.snapshot();
    if (truncation.truncated) {
      tail ??= new RollingTail(Buffer.byteLength(whole), Buffer.from(whole));
      text += tail.add(content, truncation.totalBytes);
    } else {
      text = content;
    }
    whole += chunk;
  }
  return { text, whole };
}

test('overlapping tails are joined to the exact output', () => {
  fc.assert(
    // Three lines at most between two snapshots, and tails that hold more than that.
    fc.property(output, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }), (lines, sizes) => {
      const chunks: string[] = [];
      for (let at = 0, n = 0; at < lines.length; n++) {
        chunks.push(lines.slice(at, (at += sizes[n % sizes.length] ?? 1)).join(''));
      }
      const { text, whole } = join(chunks, 400);
      assert.equal(text, whole);
    }),
    { numRuns: 500 },
  );
});

test('output that no tail contained is marked with its size, and everything else appears once', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `${from + n}\n`).join('');
  const { text } = join([numbers(1000, 1010), numbers(1010, 1100), numbers(1100, 1110)], 100);
  // 1010 to 1080 are 350 bytes; whether a tail ended with a newline shows only in the next one.
  assert.equal(text, `${numbers(1000, 1010)}[… 350 bytes not shown by pi …]\n${numbers(1080, 1110)}`);
});

test('a tail whose count contradicts its text is appended after a mark', () => {
  const tail = new RollingTail(6, Buffer.from('a\nb\nc\n'));
  assert.equal(tail.add('x\ny\nz', 8), '[… output not shown by pi …]\nx\ny\nz');
});

test('a tail whose text was shortened is joined by the lines that it shares', () => {
  const tail = new RollingTail(6, Buffer.from('a\nb\nc\n'));
  assert.equal(tail.add('c\nd\nee', 8), 'd\nee');
});

test('a tail with nothing new adds nothing', () => {
  const tail = new RollingTail(6, Buffer.from('a\nb\nc\n'));
  assert.equal(tail.add('b\nc', 6), '');
  assert.equal(tail.add('redacted', 6), '');
});

test('after a gap, a line that was not finished goes on, and a finished one does not', () => {
  const unfinished = new RollingTail(0, Buffer.alloc(0));
  const mark = '[… 7 bytes not shown by pi …]\n';
  assert.equal(unfinished.add('cc', 10), `${mark}cc`);
  assert.equal(unfinished.add('ccdd', 12), 'dd');
  const finished = new RollingTail(0, Buffer.alloc(0));
  assert.equal(finished.add('cc', 10), `${mark}cc`);
  assert.equal(finished.add('cc\ndd', 13), '\ndd\n');
});

test('after a gap, a tail that begins where the previous one ended begins on a new line', () => {
  const tail = new RollingTail(0, Buffer.alloc(0));
  assert.equal(tail.add('cc', 10), '[… 7 bytes not shown by pi …]\ncc');
  assert.equal(tail.add('dd', 13), '\ndd\n');
  assert.equal(tail.add('ee', 16), 'ee\n');
});
