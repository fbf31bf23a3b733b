import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { asNobody } from '../../workspace/fixtures/as-nobody.ts';
import { gone, text, undoBench } from '../fixtures/undo-bench.ts';
import { SetRun } from './apply-set.ts';
import { withLifts } from './order.ts';

test('a file that another program writes while the rest is undone does not count as undone', async (t) => {
  const { workspace, place } = await undoBench(t);
  for (const name of ['a', 'b']) await writeFile(place(name), 'now');
  const interrupting = {
    ...text('old'),
    get bytes(): Buffer {
      writeFileSync(place('a'), 'user');
      return Buffer.from('old');
    },
  };
  const results = await new SetRun({ real: workspace }, [
    { path: 'a', before: text('now').state, after: text('old') },
    { path: 'b', before: text('now').state, after: interrupting },
  ]).run();
  assert.equal(results.get('a')?.outcome, 'changed');
  assert.equal(results.get('b')?.outcome, 'restored');
  assert.equal(await readFile(place('a'), 'utf8'), 'user');
});

test('a file that another program makes again while the rest is undone does not count as deleted', async (t) => {
  const { workspace, place } = await undoBench(t);
  for (const name of ['a', 'b']) await writeFile(place(name), 'now');
  // The disk is read once more after the last step, which is the removal of `b`.
  const run = new SetRun({ real: workspace }, [
    { path: 'a', before: text('now').state, after: gone },
    {
      path: 'b',
      get before() {
        if (!existsSync(place('a'))) writeFileSync(place('a'), 'user');
        return text('now').state;
      },
      after: gone,
    },
  ]);
  const results = await run.run();
  assert.equal(results.get('a')?.outcome, 'changed');
  assert.equal(results.get('b')?.outcome, 'deleted');
  assert.equal(await readFile(place('a'), 'utf8'), 'user');
});

test('the last file with a content that could not be written elsewhere is not deleted', async (t) => {
  const { workspace, place } = await undoBench(t);
  for (const name of ['copy', 'other']) await writeFile(place(name), name);
  // Something is where the file belongs.
  await writeFile(place('old'), 'of the user');
  const results = await new SetRun({ real: workspace }, [
    { path: 'copy', before: text('copy').state, after: gone },
    { path: 'old', before: gone.state, after: text('copy') },
    { path: 'other', before: text('other').state, after: gone },
  ]).run();
  assert.deepEqual(
    ['copy', 'old', 'other'].map((name) => results.get(name)?.outcome),
    ['failed', 'failed', 'deleted'],
  );
  assert.equal(await readFile(place('copy'), 'utf8'), 'copy');
  assert.equal(await readFile(place('old'), 'utf8'), 'of the user');
});

test('a file that could not move to its place is not overwritten where it still is', async (t) => {
  const { root, workspace, place } = await undoBench(t);
  await mkdir(place('fixed'));
  await writeFile(place('fixed/a'), 'moves', { mode: 0o644 });
  await chmod(place('fixed'), 0o555);
  const writes = withLifts([
    { path: 'b', before: gone.state, after: text('moves'), from: 'fixed/a' },
    { path: 'fixed/a', before: text('moves').state, after: text('old') },
  ]);
  const results = await asNobody([root, workspace, place('fixed'), place('fixed/a')], () =>
    new SetRun({ real: workspace }, writes).run(),
  );
  await chmod(place('fixed'), 0o755);
  assert.deepEqual(
    ['b', 'fixed/a'].map((name) => results.get(name)?.outcome),
    ['failed', 'changed'],
  );
  assert.equal(await readFile(place('fixed/a'), 'utf8'), 'moves');
});
