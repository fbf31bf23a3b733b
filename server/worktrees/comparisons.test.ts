// The names of the branches that candidates work on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { branchesFor } from './comparisons.ts';

const model = (id: string, provider = 'a'): { provider: string; id: string } => ({ provider, id });

test('each candidate has a branch that names the comparison and its model', () => {
  const models = [model('claude-opus-4.5'), model('qwen/qwen3:free'), model('模型')];
  assert.deepEqual(branchesFor(models, ['main']), [
    'compare-1-claude-opus-4-5',
    'compare-1-qwen-qwen3-free',
    'compare-1-模型',
  ]);
});

test('the number of a comparison is free, also among the branches of remotes', () => {
  const taken = ['compare-1-x', 'origin/compare-2-y', 'compare-10-z'];
  assert.deepEqual(branchesFor([model('x')], taken), ['compare-3-x']);
});

test('one model of two providers has two branches, also where case is ignored', () => {
  const models = [model('GPT', 'a'), model('gpt', 'b')];
  assert.deepEqual(branchesFor(models, []), ['compare-1-GPT', 'compare-1-gpt-2']);
});
