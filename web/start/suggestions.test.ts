import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestFirstTasks, type Suggestion } from './suggestions.ts';

const suggest = (...names: string[]): string[] => textsOf(suggestFirstTasks(files(names), 0));
const textsOf = (all: Suggestion[]): string[] => all.map(({ text }) => text);

function files(names: string[]): Parameters<typeof suggestFirstTasks>[0] {
  return names.map((name) => ({ name, type: 'file', size: 1, mtime: 0 }));
}

test('running the tests is suggested only in a project with a build tool', () => {
  assert.ok(suggest('package.json').some((text) => text.includes('tests')));
  assert.ok(suggest('App.csproj').some((text) => text.includes('tests')));
  assert.ok(!suggest('notes.txt').some((text) => text.includes('tests')));
});

test('checking the README is suggested, or writing one if it is missing', () => {
  assert.ok(suggest('README.md').includes('Find outdated claims in the README'));
  assert.ok(suggest('main.c').includes('Write a README for this project'));
});

test('for an empty folder, even with a hidden file, new projects are suggested', () => {
  assert.deepEqual(suggest(), suggest('.gitignore'));
  assert.ok(!suggest().some((text) => text.includes('this project')));
});

test('a review of uncommitted changes is suggested only if there are any', () => {
  const review = 'Review the changes that are not committed yet';
  assert.ok(textsOf(suggestFirstTasks(files(['main.c']), 3)).includes(review));
  assert.ok(!suggest('main.c').includes(review));
});

test('there are at most four suggestions', () => {
  assert.equal(suggest('package.json', 'README.md').length, 4);
});
