import assert from 'node:assert/strict';
import test from 'node:test';
import { toolWords } from './tool-words.ts';

const wordsOf = (name: string, args: Record<string, unknown>): string => {
  const { verb, target, detail } = toolWords(name, args, '/work');
  return [verb, target, detail].filter(Boolean).join(' | ');
};

test('each kind of tool says what it does to what', () => {
  assert.equal(wordsOf('bash', { command: 'npm test' }), 'Run | npm test');
  assert.equal(wordsOf('read', { path: '/work/src/a.ts' }), 'Read | src/a.ts');
  assert.equal(wordsOf('read', { path: 'a.ts', offset: 11, limit: 10 }), 'Read | a.ts:11-20');
  assert.equal(wordsOf('edit', { path: 'a.ts', edits: [] }), 'Edit | a.ts');
  assert.equal(wordsOf('write', { path: 'a.ts', content: 'a\nb\n' }), 'Write | a.ts | 2 lines');
  assert.equal(wordsOf('grep', { pattern: 'x+', path: 'src', glob: '*.ts' }), 'Search | x+ | src *.ts');
  assert.equal(wordsOf('ls', {}), 'List | .');
  assert.equal(wordsOf('deploy', { count: 2, stage: 'test' }), 'deploy | test');
});

test('arguments that have not come yet leave their place empty', () => {
  assert.equal(wordsOf('bash', {}), 'Run');
  assert.equal(wordsOf('write', {}), 'Write');
});

test('a command of several lines stays on one', () => {
  assert.equal(wordsOf('bash', { command: 'cd a\nnpm test\n' }), 'Run | cd a ⏎ npm test');
});

test('a file is named with the line that the tool was sent to', () => {
  assert.deepEqual(toolWords('read', { path: 'a.ts', offset: 11 }, '/work'), {
    kind: 'read',
    verb: 'Read',
    target: 'a.ts:11',
    detail: '',
    path: 'a.ts',
    line: 11,
  });
});
