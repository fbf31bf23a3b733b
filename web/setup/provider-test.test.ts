import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProviderTest } from '../../shared/setup.ts';
import { describeTest, ProviderTests } from './provider-test.svelte.ts';

const WORKS: ProviderTest = { isOk: true, model: 'opus', title: 'The model answers.', details: 'OK' };

/** Tests whose answers come from the test. */
function makeTests() {
  const asked: { path: string; answer: (value: ProviderTest) => void; fail: (error: Error) => void }[] = [];
  const json = (path: string): Promise<ProviderTest> =>
    new Promise((answer, fail) => asked.push({ path, answer, fail }));
  return { asked, tests: new ProviderTests({ path: 'api/agents/x', api: { json } } as never) };
}

test('each provider has its own result, and one that the user signed out of has none', async () => {
  const { asked, tests } = makeTests();
  const both = [tests.run({ id: 'a/b' }), tests.run({ id: 'c' })];
  assert.deepEqual(tests.results, { 'a/b': 'running', c: 'running' });
  assert.equal(asked[0]!.path, 'api/agents/x/setup/providers/a%2Fb/test');
  tests.forget({ id: 'c' });
  for (const { answer } of asked) answer(WORKS);
  await Promise.all(both);
  assert.deepEqual(tests.results, { 'a/b': WORKS });
});

test('a test that failed says why, and that the credentials are kept', async () => {
  const refused = { isOk: false, model: 'opus', title: 'The server refused the key.', details: '401 no' };
  assert.equal(
    describeTest(refused),
    'The credentials are stored, but their test failed. The server refused the key. 401 no',
  );
  assert.equal(describeTest(WORKS), 'It works: opus answers.');
  const { asked, tests } = makeTests();
  const run = tests.run({ id: 'a' });
  asked[0]!.fail(new Error("The panel can't be reached."));
  await run;
  assert.match(
    describeTest(tests.results.a as ProviderTest),
    /couldn't test it\. The panel can't be reached\.$/,
  );
});
