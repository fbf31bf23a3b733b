import assert from 'node:assert/strict';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { asNobody } from '../../workspace/fixtures/as-nobody.ts';
import { text, undoBench } from '../fixtures/undo-bench.ts';
import { moveEntry } from './place-file.ts';

test('a file that cannot leave its folder gets no second name, through which a write would change both', async (t) => {
  const { root, workspace, place } = await undoBench(t);
  for (const folder of ['fixed', 'other']) await mkdir(place(folder));
  await writeFile(place('fixed/a'), 'now', { mode: 0o644 });
  await chmod(place('fixed'), 0o555);
  const move = { from: 'fixed/a', to: 'other/a', expected: text('now').state };
  const paths = [root, workspace, place('fixed'), place('fixed/a'), place('other')];
  await asNobody(paths, () => assert.rejects(moveEntry({ real: workspace }, move), { code: 'EACCES' }));
  await chmod(place('fixed'), 0o755);
  assert.deepEqual([await readdir(place('fixed')), await readdir(place('other'))], [['a'], []]);
});
