// Tests what is said of the data of git, which is not recorded, when a command makes, moves or removes a repository.
import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { recorderBench } from './fixtures/recorder-bench.ts';

/** Lets commands do something where there are repositories at the root and in `repo`. */
async function repositories(t: TestContext) {
  const { recorder, place, begin, records } = await recorderBench(t);
  for (const name of ['.git', 'repo/.git']) await mkdir(place(name), { recursive: true });
  await writeFile(place('repo/a'), '1');
  await recorder.warm();
  let calls = 0;
  const gapOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
    const call = `c${++calls}`;
    await begin(call);
    await work();
    await recorder.end(call);
    return (await records('result')).at(-1)?.gap;
  };
  return { place, gapOf };
}

const said = (names: string): string => `Not recorded (data of git): ${names}.`;

test('K2: a repository that a command makes, moves or removes is named, because it cannot be undone', async (t) => {
  const { place, gapOf } = await repositories(t);
  const made = await gapOf(async () => {
    await mkdir(place('new/deep/.git'), { recursive: true });
  });
  assert.equal(made, said('new/deep/.git'));
  assert.equal(await gapOf(() => rename(place('repo'), place('moved'))), said('moved/.git, repo/.git'));
  assert.equal(await gapOf(() => rm(place('moved'), { recursive: true })), said('moved/.git'));
  assert.equal(await gapOf(() => rm(place('new/deep/.git'), { recursive: true })), said('new/deep/.git'));
  assert.equal(await gapOf(() => writeFile(place('new/deep/.git'), 'gitdir: x')), said('new/deep/.git'));
  assert.equal(await gapOf(() => rm(place('.git'), { recursive: true })), said('.git'));
});

test('K2: a repository that a command replaces is named', async (t) => {
  const { place, gapOf } = await repositories(t);
  const replaced = await gapOf(async () => {
    await mkdir(place('other'));
    await rm(place('repo/.git'), { recursive: true });
    await rename(place('other'), place('repo/.git'));
  });
  assert.equal(replaced, said('repo/.git'));
});

test('what a command does in a repository, such as a commit, is not named', async (t) => {
  const { place, gapOf } = await repositories(t);
  for (const name of ['.git', 'repo/.git'])
    assert.equal(await gapOf(() => writeFile(place(`${name}/HEAD`), 'ref: refs/heads/main')), undefined);
  assert.equal(await gapOf(() => writeFile(place('repo/a'), '2')), undefined);
});

test('what somebody else does with a repository between two commands is not the command’s', async (t) => {
  const { place, gapOf } = await repositories(t);
  await rename(place('repo'), place('moved'));
  assert.equal(await gapOf(() => writeFile(place('a'), '1')), undefined);
});
