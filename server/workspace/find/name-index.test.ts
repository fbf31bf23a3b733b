import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NameIndex } from './name-index.ts';

/** More paths than are all scored. */
const MANY = 20_001;

/** An index of `paths` and as many others as make it large. None of them has a `q`, a `z` or a digit 7. */
function large(...paths: string[]): NameIndex {
  const names = new NameIndex(500_000);
  names.add(paths);
  const word = (n: number): string => n.toString(5).replaceAll(/\d/g, (digit) => 'abcde'[Number(digit)]!);
  names.add(Array.from({ length: MANY }, (_, n) => `other/${word(n)}`));
  assert.equal(names.isLarge, true);
  return names;
}

test('names past the limit are counted and not kept', () => {
  const names = new NameIndex(2);
  names.add(['a', 'b']);
  assert.deepEqual([names.size, names.leftOut, names.isFull], [2, 0, false]);
  names.add(['c']);
  assert.deepEqual([names.size, names.leftOut, names.isFull], [2, 1, true]);
  names.add(['d']);
  assert.deepEqual([names.size, names.leftOut, names.isFull], [2, 2, true]);
  names.remove(['a']);
  assert.equal(names.size, 1);
  assert.deepEqual(names.all(), ['b']);
});

test('all names are in the order of their depth, then of the alphabet, also after a change', async () => {
  const names = new NameIndex(100);
  names.add(['b/c/d', 'b', 'a/z', 'a/b', 'c/d/e/f']);
  assert.deepEqual(names.all(), ['b', 'a/b', 'a/z', 'b/c/d', 'c/d/e/f']);
  names.add(['a']);
  names.remove(['b']);
  assert.deepEqual(names.all(), ['a', 'a/b', 'a/z', 'b/c/d', 'c/d/e/f']);
  assert.deepEqual(await names.find('  ', 2), ['a', 'a/b']);
});

test('a search sees what was added and removed since the last one', async () => {
  const names = new NameIndex(100);
  names.add(['one.txt', 'two.txt']);
  assert.deepEqual(await names.find('one', 9), ['one.txt']);
  names.add(['someone.txt']);
  assert.deepEqual(await names.find('one', 9), ['one.txt', 'someone.txt']);
  names.remove(['one.txt']);
  assert.deepEqual(await names.find('one', 9), ['someone.txt']);
});

test('up to 20,000 names all are scored, past that only the likely ones', () => {
  const names = new NameIndex(500_000);
  names.add(Array.from({ length: MANY - 1 }, (_, n) => `${n}`));
  assert.equal(names.isLarge, false);
  names.add(['one more']);
  assert.equal(names.isLarge, true);
});

test('among many paths with the letters of a query, those whose name has them are scored first', async () => {
  const names = large();
  names.add(Array.from({ length: MANY }, (_, n) => `z/q/${n}`));
  names.add(['z-q.txt']);
  assert.ok((await names.find('zq', 5000)).includes('z-q.txt'));
});

test('a letter that a query has twice must be in the path twice', async () => {
  const names = large();
  names.add(Array.from({ length: MANY }, (_, n) => `z/${n}`));
  names.add(['z/q/z/last']);
  assert.deepEqual(await names.find('zz', 9), ['z/q/z/last']);
});

test('among many names, words and letters in order are found in the name and in the path', async () => {
  const names = large('src/quiz.ts', 'quiz/src.ts', 'q/u/i/z.ts', 'src/qxuxixz.ts', 'zi/uq.ts');
  const found = await names.find('QUIZ', 9);
  assert.deepEqual(found.toSorted(), ['q/u/i/z.ts', 'quiz/src.ts', 'src/quiz.ts', 'src/qxuxixz.ts']);
  const both = (await names.find(' quiz  src ', 9)).slice(0, 2);
  assert.deepEqual(both.toSorted(), ['quiz/src.ts', 'src/quiz.ts']);
  assert.equal((await names.find('quiz', 1)).length, 1);
  assert.deepEqual(await names.find('quizz', 9), []);
});

test('among many names, those with a digit or a letter of another alphabet are found by it', async () => {
  const names = large('other/7', 'other/ä', 'other/Ω.md', 'Other/Quit');
  assert.deepEqual(await names.find('7', 9), ['other/7']);
  assert.deepEqual(await names.find('ä', 9), ['other/ä']);
  assert.deepEqual(await names.find('ω', 9), ['other/Ω.md']);
  assert.deepEqual(await names.find('quit', 9), ['Other/Quit']);
});

test('among many names, a removed one is not found, and an added one is', async () => {
  const names = large('quiz.ts');
  names.remove(['quiz.ts']);
  assert.deepEqual(await names.find('quiz', 9), []);
  names.add(['new/quiz.ts']);
  assert.deepEqual(await names.find('quiz', 9), ['new/quiz.ts']);
});

test('a name that has the words is found among thousands whose path has them, or their letters', async () => {
  const names = new NameIndex(500_000);
  names.add(Array.from({ length: MANY }, (_, n) => `quiz/${n}.ts`));
  names.add(Array.from({ length: MANY }, (_, n) => `other/q${n}uiz`));
  names.add(['quiz.md']);
  assert.equal((await names.find('quiz', 9))[0], 'quiz.md');
});

test('other work gets its turn while many names are searched', async () => {
  const names = new NameIndex(500_000);
  names.add(Array.from({ length: 100_000 }, (_, n) => `src/${n}.ts`));
  let isDone = false;
  const search = names.find('src', 1).then(() => (isDone = true));
  const turns = await new Promise<boolean>((resolve) => setImmediate(() => resolve(isDone)));
  assert.equal(turns, false);
  await search;
});
