import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangedFile, ChangedTurn } from '../../../shared/changes.ts';
import { suggestMessage } from './commit-message.ts';

function turn(id: string, files: Record<string, Partial<ChangedFile>>): ChangedTurn {
  const changed = Object.entries(files).map(([path, more]) => ({
    ...{ path, kind: 'modified' as const, added: 1, removed: 0, version: '', calls: [] },
    ...{ shared: false, known: true, undone: false },
    ...more,
  }));
  return { id, at: 0, coverage: 'full', files: changed };
}

const PROMPTS: Record<string, string> = {
  one: 'Fix the parser\nand its tests',
  two: 'Add a flag',
  three: 'Explain it',
};
const turns = [turn('one', { a: {}, b: {} }), turn('two', { b: {}, c: { undone: true } }), turn('three', {})];
const given = { turns, promptOf: (id: string) => PROMPTS[id], name: 'Parser' };

test('a commit is named after the message whose changes it has, not after the last one', () => {
  assert.equal(suggestMessage(['a'], given), 'Fix the parser');
  assert.equal(suggestMessage(['c'], given), '', 'all of it was undone');
  assert.equal(suggestMessage(['of the user'], given), '');
});

test('a commit of several turns lists them below the name of the session, or below the newest', () => {
  assert.equal(suggestMessage(['b'], given), 'Parser\n\n- Fix the parser\n- Add a flag');
  assert.match(suggestMessage(['b'], { ...given, name: null }), /^Add a flag\n\n- Fix/);
});

test('a turn that is already committed does not name the next commit', () => {
  const committed = [turn('one', { b: { committed: { added: 1, removed: 0 } } }), turns[1]!];
  assert.equal(suggestMessage(['b'], { ...given, turns: committed }), 'Add a flag');
});

test('a long message is cut after its first sentence or a clause, otherwise between words', () => {
  const subjectOf = (prompt: string): string =>
    suggestMessage(['a'], { ...given, promptOf: (id) => (id === 'one' ? prompt : undefined) });
  const wordy = subjectOf('word '.repeat(30));
  assert.ok(wordy.length <= 72 && wordy.endsWith('word…'), wordy);
  assert.equal(
    subjectOf('Add a rate limiting middleware, like the other middleware in src/middleware. Document it.'),
    'Add a rate limiting middleware',
  );
  assert.equal(subjectOf('Fix the parser of v1.2. Then run its tests.'), 'Fix the parser of v1.2');
  assert.equal(subjectOf('Which one is it? Say so.'), 'Which one is it?');
});

test('a reply is no title: the sentence after it is, and without one there is none', () => {
  const subjectOf = (prompt: string): string =>
    suggestMessage(['a'], { ...given, name: null, promptOf: (id) => (id === 'one' ? prompt : undefined) });
  assert.equal(subjectOf('Good. Now add a flag for it.'), 'Now add a flag for it');
  assert.equal(subjectOf('Yes, go on!  Rename it to b.ts'), 'Rename it to b.ts');
  for (const reply of ['Good', 'Good.', 'ok', 'Thanks! Perfect.', 'yes please', 'LGTM'])
    assert.equal(subjectOf(reply), '');
  assert.equal(
    subjectOf('No more than ten rows are shown at once'),
    'No more than ten rows are shown at once',
  );
});
