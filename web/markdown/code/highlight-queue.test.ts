import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from './grammars.ts';
import { HighlightQueue, type HighlightOptions } from './highlight-queue.ts';
import { tokenizerOf, type Tokenizer } from './tokenizer.ts';

async function load(name: string): Promise<Tokenizer | null> {
  const language = languageOf(name);
  return language === null ? null : tokenizerOf(language);
}

/** A queue, by default with the real grammars, and what it reported: `block:line colored text`. */
function startQueue(
  options: Pick<HighlightOptions, 'load' | 'onError'> = { load, onError: assert.ifError },
): {
  queue: HighlightQueue;
  seen: string[];
  until: (line: string) => Promise<void>;
} {
  const seen: string[] = [];
  let onLine = (): void => undefined;
  const queue = new HighlightQueue({
    ...options,
    onLines: ({ block, from, lines }) => {
      for (const [i, spans] of lines.entries()) {
        const colored = spans.filter(({ color }) => color?.includes('comment')).map(({ text }) => text);
        seen.push(`${block}:${from + i} ${colored.join('|')}`.trimEnd());
      }
      onLine();
    },
  });
  const until = (line: string): Promise<void> =>
    new Promise((resolve) => {
      onLine = () => seen.includes(line) && resolve();
      onLine();
    });
  return { queue, seen, until };
}

test('a comment continues over lines that arrive later', async () => {
  const { queue, seen, until } = startQueue();
  queue.request({ block: 1, name: 'ts', from: 0, texts: ['let a; /* one'] });
  await until('1:0 /* one');
  queue.request({ block: 1, name: 'ts', from: 1, texts: ['two */ let b;', 'let c;'] });
  await until('1:2');
  assert.deepEqual(seen, ['1:0 /* one', '1:1 two */', '1:2']);
});

test('a changed line is highlighted again, and so are the lines after it', async () => {
  const { queue, seen, until } = startQueue();
  queue.request({ block: 1, name: 'ts', from: 0, texts: ['let a;', '/* one', 'two'] });
  await until('1:2 two');
  queue.request({ block: 1, name: 'ts', from: 1, texts: ['one', 'two'] });
  await until('1:2');
  assert.deepEqual(seen, ['1:0', '1:1 /* one', '1:2 two', '1:1', '1:2']);
});

test('a long block does not delay a short one, and a block that was ended is not highlighted further', async () => {
  const { queue, seen, until } = startQueue();
  queue.request({ block: 1, name: 'ts', from: 0, texts: Array.from({ length: 3000 }, () => 'let a;') });
  queue.request({ block: 2, name: 'ts', from: 0, texts: ['// short'] });
  await until('2:0 // short');
  queue.end(1);
  const before = seen.length;
  assert.ok(before < 1000, `${before} lines`);
  queue.request({ block: 3, name: 'ts', from: 0, texts: ['// last'] });
  await until('3:0 // last');
  assert.equal(seen.length, before + 1);
});

test('the lines that fit on a screen get their colors at once, even if the first ones take long', async () => {
  const slow: Tokenizer = (text, state) => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return { spans: [{ text, color: null }], state: state! };
  };
  const sizes: number[] = [];
  await new Promise<void>((resolve) => {
    const queue = new HighlightQueue({
      load: () => Promise.resolve(slow),
      onError: assert.ifError,
      onLines: ({ from, lines }) => {
        sizes.push(lines.length);
        if (from + lines.length === 50) resolve();
      },
    });
    queue.request({ block: 1, name: 'ts', from: 0, texts: Array.from({ length: 50 }, () => 'let a;') });
  });
  assert.deepEqual(sizes, [30, 20]);
});

test('an unknown language has no colors, and does not keep others waiting', async () => {
  const { queue, seen, until } = startQueue();
  queue.request({ block: 1, name: 'klingon', from: 0, texts: ['// one'] });
  queue.request({ block: 2, name: 'rust', from: 0, texts: ['// two'] });
  await until('2:0 // two');
  assert.deepEqual(seen, ['2:0 // two']);
});

test('a block whose grammar fails has no colors from there on, once, and others are colored', async () => {
  const errors: unknown[] = [];
  const receivers: unknown[] = [];
  const failure = new Error('a grammar with a fault');
  const comment: Tokenizer = (text) => {
    if (text === 'fails') throw failure;
    return { spans: [{ text, color: 'comment' }], state: undefined };
  };
  const { queue, seen, until } = startQueue({
    load: () => Promise.resolve(comment),
    // `reportError` is one, and throws with another receiver.
    onError(this: unknown, error) {
      receivers.push(this);
      errors.push(error);
    },
  });
  queue.request({ block: 1, name: 'ts', from: 0, texts: ['one', 'fails', 'three'] });
  queue.request({ block: 2, name: 'ts', from: 0, texts: ['two'] });
  await until('2:0 two');
  queue.request({ block: 1, name: 'ts', from: 3, texts: ['four'] });
  queue.request({ block: 3, name: 'ts', from: 0, texts: ['five'] });
  await until('3:0 five');
  assert.deepEqual(seen, ['1:0 one', '2:0 two', '3:0 five']);
  assert.deepEqual(errors, [failure]);
  assert.deepEqual(receivers, [undefined]);
});
