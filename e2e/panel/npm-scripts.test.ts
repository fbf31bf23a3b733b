// The panel as `npm start` and `npm run dev` start it.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { PanelInfo } from '../../shared/wire.ts';
import { ownPi } from '../../server/agent/process/own-pi.ts';
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

test(
  '`npm start -- --agent pi` runs the pi that is first in the PATH of the user, and shows its version',
  onlyUnix,
  async (t) => {
    const folders = await makeFolders();
    const bin = path.join(folders.root, 'bin');
    await mkdir(bin);
    const log = path.join(folders.root, 'log');
    const command = (await ownPi()).argv.map((word) => `"${word}"`).join(' ');
    // A real pi that says to be of another version, and that records its command lines.
    const pi = `#!/bin/sh
    echo "$0 $1" >> "${log}"
    if [ "$1" = --version ]; then echo 1.6.0; else exec ${command} "$@"; fi
  `;
    await writeFile(path.join(bin, 'pi'), pi, { mode: 0o755 });
    const PATH = `${bin}${path.delimiter}${process.env.PATH}`;
    const args = ['--agent', 'pi'];
    const panel = new Panel(folders, { npmScript: 'start', args, withDemo: true, env: { PATH } });
    t.after(() => panel.close());
    await panel.start();
    await panel.command({ type: 'get_commands' });
    const [info] = await panel.agents();
    assert.equal(info!.version, '1.6.0');
    assert.deepEqual((await panel.getJson<PanelInfo>('panel')).pi, { version: '1.6.0', isOwn: false });
    assert.equal(await readFile(log, 'utf8'), `${bin}/pi --version\n${bin}/pi --mode\n`);
    await panel.kill();
    assert.ok(panel.output.includes(`agents run pi 1.6.0 (${bin}/pi), as --agent says.`), panel.output);
  },
);
