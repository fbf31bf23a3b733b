// The panel as `npm start` and `npm run dev` start it.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { makeFolders } from './folders.ts';
import { Panel } from './panel.ts';

const onlyUnix = { skip: process.platform === 'win32' && 'npm is a batch file there, and has no signals' };

test(
  '`npm run dev` prints no error while its threads load, and Ctrl+C leaves nothing of the demo',
  onlyUnix,
  async (t) => {
    const folders = await makeFolders();
    // Without this variable, the demo makes a folder for pi.
    const env = { PI_CODING_AGENT_DIR: undefined };
    const panel = new Panel(folders, { npmScript: 'dev', withSampleProject: true, env });
    t.after(() => panel.close());
    await panel.start();
    const demo = (names: string[]): string[] => names.filter((name) => name.startsWith('pi-panel-demo'));
    assert.equal(demo(await readdir(folders.tmp)).length, 2);
    assert.equal((await panel.fetch('search?query=zebra')).status, 200);
    await panel.kill('SIGINT');
    assert.doesNotMatch(panel.output, /^\s*(?:\w*Error\b|at )/m);
    assert.deepEqual(demo(await readdir(folders.tmp)), []);
  },
);
