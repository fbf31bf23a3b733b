import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestFirstTasks } from './suggestions.ts';

const suggest = (...names: string[]): string[] => suggestFirstTasks(files(names), 0);

function files(names: string[]): Parameters<typeof suggestFirstTasks>[0] {
  return names.map((name) => ({ name, type: 'file', size: 1, mtime: 0 }));
}

test('tests are suggested only where something can run them', () => {
  assert.ok(suggest('package.json').some((text) => text.includes('tests')));
  assert.ok(suggest('App.csproj').some((text) => text.includes('tests')));
  assert.ok(!suggest('notes.txt').some((text) => text.includes('tests')));
});

test('a README is checked, or written where there is none', () => {
  assert.ok(suggest('README.md').includes('Find outdated claims in the README'));
  assert.ok(suggest('main.c').includes('Write a README for this project'));
});

test('an empty folder begins with something new, even with a hidden file in it', () => {
  assert.deepEqual(suggest(), suggest('.gitignore'));
  assert.ok(!suggest().some((text) => text.includes('this project')));
});

test('a review of uncommitted changes is suggested only where there are some', () => {
  const review = 'Review the changes that are not committed yet';
  assert.ok(suggestFirstTasks(files(['main.c']), 3).includes(review));
  assert.ok(!suggest('main.c').includes(review));
});

test('there are never more than four', () => {
  assert.equal(suggest('package.json', 'README.md').length, 4);
});
