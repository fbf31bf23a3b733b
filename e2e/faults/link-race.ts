// Another process swaps a workspace folder and a link to a folder outside as fast as it can, while the workspace is
// read, listed and written through that name.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import { openWorkspace } from '../../server/workspace/workspace.ts';
import type { FaultPanel } from './fault-panel.ts';

const FLIPPER = `
  const { renameSync } = require('node:fs');
  const [real, link, flip] = process.argv.slice(1);
  process.stdout.write('flipping');
  for (;;) {
    renameSync(flip, real); renameSync(link, flip);
    renameSync(flip, link); renameSync(real, flip);
  }`;

export interface RaceFigures {
  /** The number of operations, on the workspace here and through the panel's API. */
  tries: number;
  /** How many of them found the folder in its place. */
  inside: number;
  /** How many of them saw or changed something outside. */
  escapes: number;
}

export async function raceLinks(panel: FaultPanel, { seconds }: { seconds: number }): Promise<RaceFigures> {
  const [flip, outside] = [path.join(panel.workspace, 'flip'), path.join(panel.folders.root, 'outside')];
  for (const folder of [flip, outside]) await mkdir(folder);
  await writeFile(path.join(flip, 'a.txt'), 'inside');
  await writeFile(path.join(outside, 'a.txt'), 'outside');
  // Both have the same text, because a save that escapes would then find the version that it expects.
  for (const folder of [flip, outside]) await writeFile(path.join(folder, 'saved.txt'), 'same');
  const { ino } = await stat(path.join(outside, 'saved.txt'));
  const [real, link] = [`${flip}-real`, `${flip}-link`];
  await symlink(outside, link);
  const flipper = spawn(process.execPath, ['-e', FLIPPER, real, link, flip], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(flipper.stdout, 'data');
  const figures: RaceFigures = { tries: 0, inside: 0, escapes: 0 };
  const end = performance.now() + seconds * 1000;
  const repeat = async (ask: () => Promise<string | null>): Promise<void> => {
    while (performance.now() < end) {
      const seen = await ask();
      figures.tries += 1;
      if (seen === 'outside') figures.escapes += 1;
      else if (seen !== null) figures.inside += 1;
    }
  };
  const workspace = await openWorkspace(panel.workspace);
  const ifMatch = `"${createHash('sha256').update('same').digest('hex')}"`;
  await Promise.all([
    ...[1, 2, 3].map(() =>
      repeat(() =>
        unlessRefused(async () => Buffer.from((await workspace.read('flip/a.txt')).bytes).toString()),
      ),
    ),
    repeat(() => unlessRefused(async () => String((await workspace.list('flip')).entries.length))),
    repeat(() =>
      unlessRefused(
        async () => (await workspace.write('flip/saved.txt', Buffer.from('same'), { ifMatch })).etag,
      ),
    ),
    ...[1, 2].map(() =>
      repeat(async () => {
        const response = await panel.fetch(`agents/${panel.agent}/file?path=flip/a.txt`);
        const text = await response.text();
        return response.status === 200 ? text : null;
      }),
    ),
  ]);
  if (flipper.exitCode !== null) throw new Error('The race ended too early.');
  flipper.kill('SIGKILL');
  await once(flipper, 'exit');
  workspace.close();
  if ((await stat(path.join(outside, 'saved.txt'))).ino !== ino) figures.escapes += 1;
  if ((await readdir(outside)).length !== 2) figures.escapes += 1;
  return figures;
}

/**
 * Resolves to null if it is refused, as most operations are, because the name leads outside or nowhere for a moment.
 */
async function unlessRefused(ask: () => Promise<string>): Promise<string | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
