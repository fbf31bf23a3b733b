import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { LiveChild } from '../../../shared/view/live-child.ts';
import { ChildDialogs } from './ask-user.ts';
import type { KnownChild } from './source.ts';

const child = { name: 'scout', question: 'Left?' } as LiveChild;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp() {
  const answers: string[] = [];
  const asking: KnownChild = {
    ...{ child, spent: null },
    asked: { id: 'q', answer: async (text) => void answers.push(text) },
  };
  const dialogs: { title: string; signal: AbortSignal; resolve: (text?: string) => void }[] = [];
  const notes: string[] = [];
  let isIdle = true;
  const ctx = {
    hasUI: true,
    isIdle: () => isIdle,
    ui: {
      input: (title: string, _placeholder: string, { signal }: { signal: AbortSignal }) =>
        new Promise<string | undefined>((resolve) => {
          signal.addEventListener('abort', () => resolve(undefined));
          dialogs.push({ title, signal, resolve });
        }),
      notify: (text: string) => notes.push(text),
    },
  } as unknown as ExtensionContext;
  return { answers, asking, dialogs, notes, ctx, work: () => (isIdle = false), rest: () => (isIdle = true) };
}

test('the user is asked once, when the agent does not work, and the answer reaches the sub-agent', async () => {
  const { answers, asking, dialogs, ctx, work, rest } = setUp();
  const all = new ChildDialogs();
  work();
  all.update(ctx, [asking]);
  assert.equal(dialogs.length, 0);
  rest();
  all.update(ctx, [asking]);
  all.update(ctx, [asking]);
  assert.deepEqual(
    dialogs.map(({ title }) => title),
    ['scout asks: Left?'],
  );
  dialogs[0]!.resolve(' Right. ');
  await turn();
  assert.deepEqual(answers, ['Right.']);
});

test('a dialog closes when the question is answered elsewhere, and one that the user closed does not return', async () => {
  const { answers, asking, dialogs, ctx } = setUp();
  const all = new ChildDialogs();
  all.update(ctx, [asking]);
  dialogs[0]!.resolve(undefined);
  await turn();
  all.update(ctx, [asking]);
  assert.equal(dialogs.length, 1);
  all.update(ctx, []);
  all.update(ctx, [asking]);
  assert.equal(dialogs.length, 2);
  all.update(ctx, [{ child, spent: null }]);
  assert.equal(dialogs[1]!.signal.aborted, true);
  await turn();
  assert.deepEqual(answers, []);
});

test('a refused answer is a notice', async () => {
  const { asking, dialogs, notes, ctx } = setUp();
  const refused = { id: 'q', answer: () => Promise.reject(new Error('Too late')) };
  new ChildDialogs().update(ctx, [{ ...asking, asked: refused }]);
  dialogs[0]!.resolve('Right.');
  await turn();
  assert.deepEqual(notes, ['Too late']);
});
