import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gone, text, undoBench } from '../fixtures/undo-bench.ts';
import { SetRun } from './apply-set.ts';

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
