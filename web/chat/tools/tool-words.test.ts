import assert from 'node:assert/strict';
import test from 'node:test';
import { failureText, lastLines, toolWords, withFacts } from './tool-words.ts';

const wordsOf = (name: string, args: Record<string, unknown>): string => {
  const { verb, target, detail } = toolWords(name, args, '/home/me/project');
  return [verb, target, detail].filter(Boolean).join(' | ');
};

test('each kind of tool shows a verb and a target', () => {
  assert.equal(wordsOf('bash', { command: 'npm test' }), 'Run | npm test');
  assert.equal(wordsOf('read', { path: '/home/me/project/src/a.ts' }), 'Read | src/a.ts');
  assert.equal(wordsOf('read', { path: 'a.ts', offset: 11, limit: 10 }), 'Read | a.ts:11-20');
  assert.equal(wordsOf('edit', { path: 'a.ts', edits: [] }), 'Edit | a.ts');
  assert.equal(wordsOf('write', { path: 'a.ts', content: 'a\nb\n' }), 'Write | a.ts | 2 lines');
  assert.equal(wordsOf('grep', { pattern: 'x+', path: 'src', glob: '*.ts' }), 'Search | x+ | src *.ts');
  assert.equal(wordsOf('ls', {}), 'List | .');
  assert.equal(wordsOf('deploy', { count: 2, stage: 'test' }), 'deploy | test');
});

test('arguments that have not arrived yet are left out', () => {
  assert.equal(wordsOf('bash', {}), 'Run');
  assert.equal(wordsOf('write', {}), 'Write');
});

test('a command of several lines is shown on one line', () => {
  assert.equal(wordsOf('bash', { command: 'cd a\nnpm test\n' }), 'Run | cd a ⏎ npm test');
});

test('for a file that was read, the words include the first line', () => {
  assert.deepEqual(toolWords('read', { path: 'a.ts', offset: 11 }, '/home/me/project'), {
    kind: 'read',
    verb: 'Read',
    target: 'a.ts:11',
    detail: '',
    path: 'a.ts',
    line: 11,
  });
});

test('the empty line after a final line end does not count as a last line', () => {
  assert.equal(lastLines('a\nb\nc\nd\n', 2), 'c\nd');
  assert.equal(lastLines('only', 3), 'only');
  assert.equal(lastLines('', 3), '');
});

test('a line that carriage returns overwrite counts as one line', () => {
  assert.equal(lastLines('a\n10 %\r20 %\r', 1), '10 %\r20 %');
});

test("pi's sentence about the exit code is dropped from the output of a failed command", () => {
  assert.equal(failureText('no such host\n\n\nCommand exited with code 3'), 'no such host');
  assert.equal(failureText('half\n\n\nCommand aborted'), 'half');
  assert.equal(failureText('Operation aborted'), '');
  assert.equal(failureText('Could not find the text'), 'Could not find the text');
  assert.equal(
    failureText('half\n\n\nCommand timed out after 5 seconds'),
    'half\nCommand timed out after 5 seconds',
  );
});

test('a long target is cut between characters, never in one', () => {
  const { target } = toolWords('bash', { command: `${'b'.repeat(399)}😀 tail` }, '/w');
  assert.equal(target, 'b'.repeat(399));
});

test('the card of a tool has its label, its server, and what it says about itself', () => {
  const words = toolWords('mcp__audit__add', { text: 'a note' }, '/w');
  const facts = { name: 'mcp__audit__add', label: 'audit/add', group: 'audit' };
  assert.equal(withFacts(words, undefined), words);
  assert.deepEqual(
    [facts, { ...facts, label: 'Add', isReadOnly: true }, { ...facts, isDestructive: true }].map((one) => {
      const { verb, target, detail } = withFacts(words, one);
      return [verb, target, detail];
    }),
    [
      ['audit/add', 'a note', ''],
      ['Add', 'a note', 'audit · read only'],
      ['audit/add', 'a note', 'may delete or overwrite data'],
    ],
  );
});
