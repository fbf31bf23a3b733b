import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FileProblems } from '../../../shared/languages.ts';
import { Documents } from '../documents.ts';
import { CheckStopped, ServerCheck, type CheckedServer } from './server-check.ts';

const LIMITS = { first: 300, quiet: 10, edited: 20, ping: 100 };

function setUp(ping: CheckedServer['ping'], known?: FileProblems, isLoading = () => false) {
  const documents = new Documents(() => undefined);
  const open = (path: string, text: string): void =>
    documents.open('', path, { uri: `file:///${path}`, language: 'x', text });
  const check = new ServerCheck({ documents, open, known: () => known, isLoading, ping }, LIMITS);
  return { documents, check };
}

const found = (path: string, count: number): FileProblems => ({
  ...{ server: 's', path, more: 0 },
  problems: Array.from({ length: count }, () => ({
    range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    ...{ severity: 1 as const, message: 'x', source: null, code: null, tags: [] },
  })),
});

test('a file counts as read once the server has sent its problems and answers soon', async () => {
  let answered = 0;
  const { check } = setUp(() => Promise.resolve((answered += 1)));
  const read = check.read([{ path: 'a', text: '1' }]);
  setTimeout(() => check.onProblems(found('a', 2)), 50);
  assert.equal((await read).get('a')?.problems.length, 2);
  assert.ok(answered >= 2);
});

test('a server that still reads the project has more to say, but is not waited for without end', async () => {
  let isLoading = true;
  const { check } = setUp(
    () => Promise.resolve(),
    undefined,
    () => isLoading,
  );
  const read = check.read([{ path: 'a', text: '1' }]);
  setTimeout(() => check.onProblems(found('a', 0)), 10);
  setTimeout(() => {
    check.onProblems(found('a', 2));
    isLoading = false;
  }, 100);
  assert.equal((await read).get('a')?.problems.length, 2);
  isLoading = true;
  const again = check.read([{ path: 'a', text: '2' }]);
  setTimeout(() => check.onProblems(found('a', 1)), 10);
  assert.equal((await again).get('a')?.problems.length, 1);
});

test('a file of which the server says nothing is unknown, and not free of problems', async () => {
  const { check } = setUp(() => Promise.resolve());
  assert.deepEqual([...(await check.read([{ path: 'a', text: '1' }]))], []);
});

test('a server that stays busy, or that ends, gives no result', async () => {
  const slow = setUp(() => new Promise((resolve) => setTimeout(resolve, 150)), found('a', 1));
  slow.documents.open('page', 'a', { uri: 'file:///a', language: 'x', text: '1' });
  await assert.rejects(slow.check.read([{ path: 'a', text: '2' }]), /it is busy/);
  const ended = setUp(() => Promise.reject(new CheckStopped('it has ended')), found('a', 1));
  ended.documents.open('page', 'a', { uri: 'file:///a', language: 'x', text: '1' });
  await assert.rejects(ended.check.read([{ path: 'a', text: '2' }]), /it has ended/);
});

test('afterwards the documents of pages are open with their own texts, and others are closed', async () => {
  const { documents, check } = setUp(() => Promise.resolve());
  documents.open('page', 'a', { uri: 'file:///a', language: 'x', text: 'own' });
  await check.read([
    { path: 'a', text: 'other' },
    { path: 'b', text: 'other' },
  ]);
  assert.deepEqual([documents.isShared('', 'a'), documents.size], [true, 2]);
  check.leave();
  assert.deepEqual([documents.isShared('', 'a'), documents.size], [true, 1]);
});

test('pages get only the problems of texts that they have: the server says more once it has theirs again', async () => {
  const { documents, check } = setUp(() => Promise.resolve());
  for (const path of ['own', 'same', 'beside'])
    documents.open('page', path, { uri: `file:///${path}`, language: 'x', text: 'of the page' });
  const read = check.read([
    { path: 'own', text: 'of the check' },
    { path: 'same', text: 'of the page' },
    { path: 'closed', text: 'of the check' },
  ]);
  setTimeout(() => {
    for (const path of ['own', 'same', 'beside', 'closed']) check.onProblems(found(path, 1));
  });
  await read;
  const passed = check.leave().map(({ path }) => path);
  assert.deepEqual(passed.sort(), ['beside', 'same']);
});
