import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hunksOf } from '../../../shared/hunks.ts';
import { diskNote, fileNotes, hunkNotes, isSpaceOnly } from './hunk-notes.ts';
import { textsOf } from '../../markdown/diff/hunk-rows.ts';

function notes(before: string, after: string): { file: string[]; hunks: string[][] } {
  const texts = textsOf({ before, after });
  const hunks = hunksOf('a', before, after);
  return { file: fileNotes(texts, hunks), hunks: hunks.map((hunk) => hunkNotes(texts, hunk)) };
}

const lines = (count: number, name = 'line'): string[] =>
  Array.from({ length: count }, (_, n) => `${name} ${n}`);

test('the newline at the end of a file is said to be added or missing', () => {
  assert.deepEqual(notes('a\nb\n', 'a\nb').file, ['no newline at end of file']);
  assert.deepEqual(notes('a\nb', 'a\nb\n').file, ['newline added at end of file']);
});

test('line endings are counted over all hunks of a file, in each direction', () => {
  const before = [...lines(3), ...lines(20, 'same'), ...lines(2, 'end')];
  const after = before.map((line, at) => (at < 3 || at >= 23 ? `${line}\r` : line));
  const { file, hunks } = notes(`${before.join('\n')}\n`, `${after.join('\n')}\n`);
  assert.deepEqual(file, ['line endings: LF to CRLF, 5 lines']);
  assert.deepEqual(hunks, [['line endings: LF to CRLF, 3 lines'], ['line endings: LF to CRLF, 2 lines']]);
  const mixed = before.map((line, at) => (at < 3 ? `${line}\r` : line));
  const turned = before.map((line, at) => (at >= 23 ? `${line}\r` : line));
  assert.deepEqual(notes(`${mixed.join('\n')}\n`, `${turned.join('\n')}\n`).file, [
    'line endings: CRLF to LF, 3 lines',
    'line endings: LF to CRLF, 2 lines',
  ]);
});

test('one hunk with nothing but white space does not speak for its file', () => {
  const before = ['a b', ...lines(20), 'end'];
  const after = ['a  b', ...lines(20), 'END'];
  const { file, hunks } = notes(`${before.join('\n')}\n`, `${after.join('\n')}\n`);
  assert.deepEqual([file, hunks], [[], [['white space only'], []]]);
  assert.deepEqual(notes('a b\n', 'a  b\n').file, ['white space only']);
});

test('characters that nobody sees, or that look like others, are named by their numbers', () => {
  assert.deepEqual(notes('\ufeffa\n', 'a\n').file, ['byte order mark removed']);
  assert.deepEqual(notes('admin\n', 'ad\u200bmin\n').file, ['invisible characters added: U+200B']);
  assert.deepEqual(notes('admin\n', '\u0430dmin\n').file, ['look-alike characters: U+0061 → U+0430']);
});

test('whether a hunk has more than white space is known for each hunk', () => {
  const [before, after] = ['a b\n\n\n\n\n\n\n\n\n\nc\n', 'a  b\n\n\n\n\n\n\n\n\n\nd\n'];
  const texts = textsOf({ before, after });
  assert.deepEqual(
    hunksOf('a', before, after).map((hunk) => isSpaceOnly(texts, hunk)),
    [true, false],
  );
});

test('line endings on disk that git ignores are named from the old to the new ones', () => {
  assert.equal(
    diskNote({ before: 'LF', after: 'CRLF' }),
    'line endings on disk: LF to CRLF, which git ignores',
  );
  assert.match(diskNote({ before: 'none', after: 'mixed' }), /none to mixed/);
});
