import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { LanguageServerRow } from '../../../shared/languages.ts';
import type { Toast } from '../../state/notices/toasts.svelte.ts';
import { askAloud } from './ask-aloud.svelte.ts';

function setUp(t: TestContext, isLoading = false) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const shown: Pick<Toast, 'kind' | 'message' | 'isOver'>[] = [];
  const row = { id: 'ts', name: 'ts-server', isLoading };
  const source = new monaco.CancellationTokenSource();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const asked = {
    server: 'ts',
    client: { servers: [row as LanguageServerRow] },
    toasts: {
      show: (kind: Toast['kind'], message: string) => void shown.push({ kind, message }),
      showWhile: (toast: (typeof shown)[number]) => void shown.push(toast),
    },
  };
  const answer = askAloud(asked, source.token, () => promise);
  const said = (): string[] =>
    shown.filter(({ isOver }) => isOver?.() !== true).map(({ message }) => message);
  const wait = (ms: number): void => t.mock.timers.tick(ms);
  return { answer, resolve, reject, said, row, wait, cancel: () => source.cancel() };
}

const LOADING = 'ts-server is still loading the project and may not find everything yet.';
const WAITING = "ts-server hasn't answered yet.";

test('a server that loads the project says so at once, and no longer once it has loaded it', async (t) => {
  const { answer, resolve, said, row } = setUp(t, true);
  assert.deepEqual(said(), [LOADING]);
  resolve('here');
  assert.equal(await answer, 'here');
  assert.deepEqual(said(), [LOADING], 'the answer may be of a part of the project');
  row.isLoading = false;
  assert.deepEqual(said(), []);
});

test('a server that takes long is said to, until it answers; one that answers soon says nothing', async (t) => {
  const slow = setUp(t);
  slow.wait(1999);
  assert.deepEqual(slow.said(), []);
  slow.wait(1);
  assert.deepEqual(slow.said(), [WAITING]);
  slow.resolve('here');
  await slow.answer;
  assert.deepEqual(slow.said(), []);
});

test('the reason why there is no answer is an error that stays', async (t) => {
  const { answer, reject, said, wait } = setUp(t);
  wait(2000);
  reject(new Error('it did not answer within 60 s'));
  await assert.rejects(answer, /within 60 s/);
  assert.deepEqual(said(), ["ts-server couldn't do that: it did not answer within 60 s"]);
});

test('a question that the user no longer has brings no notice', async (t) => {
  const { answer, reject, said, wait, cancel } = setUp(t);
  cancel();
  wait(2000);
  assert.deepEqual(said(), []);
  reject(new Error('cancelled'));
  await assert.rejects(answer, /cancelled/);
  assert.deepEqual(said(), []);
});
