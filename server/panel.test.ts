import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ownPi } from './agent/process/own-pi.ts';
import { hashOf } from './lib/built.ts';
import { ROOT } from './lib/root.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

function startPanel(
  args: string[],
  env = process.env,
  main = MAIN,
): ChildProcessByStdio<null, Readable, Readable> {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, ...args], {
    cwd: tmpdir(),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 120_000,
  });
}

/** A panel that is expected to end by itself. */
async function runPanel(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = startPanel(args);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, stdout, stderr };
}

test('a workspace that is missing or not a folder ends the start with one line', async () => {
  const missing = path.join(tmpdir(), 'pi-panel-no-such-folder');
  const cases = [
    [missing, `pi-panel cannot start: there is no folder ${missing}.\n`],
    [MAIN, `pi-panel cannot start: ${MAIN} is not a folder.\n`],
  ] as const;
  for (const [workspace, stderr] of cases) {
    for (const named of [['--workspace', workspace], [workspace]]) {
      const refused = await runPanel('--no-open', '--port', '0', ...named);
      assert.deepEqual(refused, { code: 1, stdout: '', stderr });
    }
  }
});

test('an error that nobody handles is printed, and the panel with its agents goes on', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-start-'));
  t.after(() => rm(folder, { recursive: true }));
  const main = path.join(folder, 'main.mjs');
  await writeFile(
    main,
    `import { run } from ${JSON.stringify(new URL('panel.ts', import.meta.url).href)};
    await run(process.argv.slice(2), process.env);
    Promise.reject(new Error('nobody waits for this'));
    setTimeout(() => process.kill(process.pid, 'SIGTERM'));`,
  );
  const args = ['--demo', '--no-open', '--port', '0'];
  const child = startPanel(args, { ...process.env, HOME: folder }, main);
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.match(stderr, /nobody waits for this/);
  assert.equal(child.exitCode, 0, stderr);
});

test('the pi that agents run is named at the start, and an installed one with the option that uses it', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-start-'));
  t.after(() => rm(folder, { recursive: true }));
  const pi = path.join(folder, 'pi');
  await writeFile(pi, '#!/bin/sh\necho 1.5.2\n', { mode: 0o755 });
  const { version } = await ownPi();
  const start = async (...args: string[]): Promise<string> => {
    const child = startPanel(['--demo', '--no-open', '--port', '0', ...args], {
      ...process.env,
      PATH: `${folder}:${process.env.PATH}`,
      HOME: folder,
    });
    let stderr = '';
    for await (const chunk of child.stderr) {
      stderr += String(chunk);
      if (stderr.includes('agent')) break;
    }
    child.kill();
    await once(child, 'exit');
    return stderr;
  };
  const [own, given, other, missing] = await Promise.all([
    start(),
    start('--agent', `"${pi}"`),
    start('--agent', 'sh -c "echo 1.0.3"'),
    start('--agent', 'nosuchpi'),
  ]);
  assert.equal(
    own,
    `pi-panel: agents run pi ${version} of this package. To use pi 1.5.2 (${pi}) instead, start with --agent pi.\n`,
  );
  assert.equal(given, `pi-panel: agents run pi 1.5.2 (${pi}), as --agent says.\n`);
  assert.equal(other, 'pi-panel: agents run pi 1.0.3, as --agent says.\n');
  assert.match(missing, /^pi-panel: --agent: nosuchpi was not found in PATH, so no agent can start\. /);
});

test('without a home that can be written to, the panel says in a sentence what that means, and leaves nothing', async (t) => {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-home-')));
  t.after(() => rm(folder, { recursive: true, maxRetries: 3 }));
  const [home, tmp, workspace] = ['home', 'tmp', 'project'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  // Nobody can make a folder below a file, not even root.
  await writeFile(home, '');
  for (const each of [tmp, workspace]) await mkdir(each);
  const start = async (...args: string[]): Promise<string> => {
    const env = { ...process.env, HOME: home, TMPDIR: tmp, XDG_STATE_HOME: '', PI_CODING_AGENT_DIR: '' };
    const child = startPanel(['--no-open', '--port', '0', ...args], env);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    while (!stderr.includes('may not write')) await once(child.stderr, 'data');
    if (!args.includes('--demo')) while (!stderr.includes('does not start')) await once(child.stderr, 'data');
    assert.equal((await readdir(tmp)).filter((name) => name.startsWith('pi-panel-state-')).length, 1);
    child.kill();
    await once(child, 'close');
    assert.equal(child.exitCode, 0);
    return stderr.replace(/^.*agents run.*\n/m, '');
  };
  const state =
    `pi-panel: you may not write to ${home}/.local/state/pi-panel: undo, deleted files, unsent messages and the list of ` +
    'agents last only until this panel ends (XDG_STATE_HOME names another folder).\n';
  assert.equal(await start('--demo'), state);
  assert.equal(
    await start('--workspace', workspace),
    `${state}pi-panel: pi does not start, because you may not write to ${home}/.pi/agent/sessions (PI_CODING_AGENT_DIR names another folder for pi).\n`,
  );
  assert.deepEqual(
    (await readdir(tmp)).filter((name) => name.startsWith('pi-panel')),
    [],
  );
});

test('the bundle of the server is run, unless it was made from sources other than the current ones', async (t) => {
  const root = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-bundled-')));
  t.after(() => rm(root, { recursive: true }));
  for (const part of ['package.json', 'server', 'shared'])
    await cp(path.join(ROOT, part), path.join(root, part), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  const bundle = path.join(root, 'dist', 'server');
  await mkdir(bundle, { recursive: true });
  await writeFile(
    path.join(bundle, 'panel.js'),
    "export const run = () => process.stdout.write('of the bundle');",
  );
  const source = path.join(root, 'server', 'options.ts');
  const inputs = { 'server/options.ts': hashOf(await readFile(source)) };
  await writeFile(path.join(bundle, 'inputs.json'), JSON.stringify(inputs));
  const version = async (): Promise<string> =>
    text(startPanel(['--version'], process.env, path.join(root, 'server', 'main.ts')).stdout);
  assert.equal(await version(), 'of the bundle');
  await appendFile(source, '// changed\n');
  assert.match(await version(), /^\d+\.\d+\.\d+\n$/);
});
