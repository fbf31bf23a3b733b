import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../../../shared/languages.ts';
import { newErrors, remainingErrors, type CheckedFile } from './new-errors.ts';

/** A file with an error for each line that begins with "!". Its message is the rest of the line, up to a "#". */
function file(...lines: string[]): CheckedFile {
  const problems = lines.flatMap((text, line): Problem[] => {
    if (!text.startsWith('!')) return [];
    const range = { start: { line, character: 0 }, end: { line, character: 1 } };
    const message = text.slice(1).split('#')[0]!;
    return [{ range, message, severity: 1, source: 'ts', code: '1', tags: [] }];
  });
  return { text: lines.join('\n'), problems };
}

const linesOf = (problems: readonly Problem[]): number[] => problems.map(({ range }) => range.start.line);

test('an error that was there before is not new, also on another line or in an edited line', () => {
  assert.deepEqual(newErrors(file('a', '!x'), file('b', 'c', 'a', '!x')), []);
  assert.deepEqual(newErrors(file('!x#before'), file('!x#after')), []);
  assert.deepEqual(linesOf(newErrors(file('!x'), file('!y', '!x'))), [0]);
});

test('a second error with the same words is new, and it is the one on the line that was not there', () => {
  assert.deepEqual(linesOf(newErrors(file('!x#one'), file('!x#two', '!x#one'))), [0]);
  assert.deepEqual(linesOf(newErrors(file('!x#one', '!x#two'), file('!x#two'))), []);
});

test('warnings are no errors', () => {
  const warned = file('!x');
  const problems = warned.problems.map((one) => ({ ...one, severity: 2 as const }));
  assert.deepEqual(newErrors(file(''), { ...warned, problems }), []);
});

test('errors remain as often as the file still has them', () => {
  const error = { path: 'a.ts', line: 1, message: 'x', source: 'ts', code: '1' };
  const both = [error, { ...error, line: 9 }];
  assert.equal(remainingErrors(both, file('!x', '!x')).length, 2);
  assert.equal(remainingErrors(both, file('!x')).length, 1);
  assert.deepEqual(remainingErrors(both, file('!y')), []);
});

test('one new error is found among 2,000 that move by a line', () => {
  const lines = Array.from({ length: 2000 }, (_one, at) => `!x${at}`);
  assert.deepEqual(linesOf(newErrors(file(...lines), file('!new', ...lines))), [0]);
});
