// The npm package as a user gets it: packed, unpacked beside its dependencies alone, and started.
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PI = '@earendil-works/pi-coding-agent';
/** Where `scripts/node.mjs` puts the Node that it fetches. */
const FETCHED = path.join(ROOT, '.cache', 'node');

let folder = '';
let command = '';

before(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-package-')));
  await run(process.execPath, [path.join(ROOT, 'scripts', 'build', 'package-server.ts')]);
  const packed = await run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  const modules = path.join(folder, 'node_modules');
  const place = path.join(modules, 'pi-panel');
  await mkdir(place, { recursive: true });
  await run('tar', ['xzf', path.join(folder, packed.stdout.trim()), '-C', place, '--strip-components=1']);
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(path.join(place, 'package.json'), 'utf8'),
  ) as { dependencies: Record<string, string>; devDependencies: Record<string, string> };
  // As after `npm install`, but without the network and without development dependencies.
  for (const name of Object.keys(dependencies)) {
    await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  }
  // As after the first start without a pi (`pi.test.ts` fetches one).
  const pi = path.join(folder, '.cache', 'pi-panel', 'pi', devDependencies[PI]!);
  await mkdir(pi, { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(pi, 'node_modules'));
  if (existsSync(FETCHED)) {
    await mkdir(path.join(place, '.cache'));
    await symlink(FETCHED, path.join(place, '.cache', 'node'));
  }
  command = path.join(place, 'bin', 'pi-panel.mjs');
});

after(() => rm(folder, { recursive: true, force: true }));

/** A Node 20 of this machine. */
async function findOldNode(): Promise<string | undefined> {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter)) {
    const node = path.join(dir, 'node');
    const { stdout } = await run(node, ['--version']).catch(() => ({ stdout: '' }));
    if (stdout.startsWith('v20.')) return node;
  }
  return undefined;
}

function start(node: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  const isolated = {
    ...process.env,
    HOME: folder,
    XDG_CACHE_HOME: undefined,
    PI_CODING_AGENT_DIR: path.join(folder, 'agent'),
    ...env,
  };
  return spawn(node, [command, ...args], { cwd: folder, env: isolated, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** It may have ended by itself. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await ended;
}

async function reachPage(node: string): Promise<void> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  const pi = path.join(bin, 'pi');
  // Another pi in PATH, which must be preferred; it only has to be asked for its version.
  await writeFile(pi, '#!/bin/sh\necho 1.5.2\n', { mode: 0o755 });
  const child = start(node, ['--demo', '--no-open', '--port', '0'], { PATH: `${bin}:${process.env.PATH}` });
  try {
    let output = '';
    const ready = new Promise<string>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          output += chunk.toString();
          const url = /^pi-panel ready: (\S+)$/m.exec(output)?.[1];
          if (url && output.includes('agents run')) resolve(url);
        });
      child.once('exit', (code) => reject(new Error(`The panel ended (${code}): ${output}`)));
    });
    const url = new URL(await ready);
    assert.ok(output.includes(`agents run your pi 1.5.2 (${pi}); --agent bundled uses`), output);
    const page = await (await fetch(url)).text();
    const script = /src="(\.\/[^"]+\.js)"/.exec(page)?.[1] ?? 'none';
    assert.equal((await fetch(new URL(script, url))).status, 200);
    const headers = { authorization: `Bearer ${url.hash.slice('#t='.length)}` };
    assert.equal((await fetch(new URL('api/agents', url), { headers })).status, 200);
  } finally {
    await end(child);
  }
  assert.equal(child.exitCode, 0, 'the panel ends cleanly');
}

test('the package serves its page, on Node 20 with the newer Node that it fetched, and prefers an installed pi', async () => {
  const old = existsSync(FETCHED) ? await findOldNode() : undefined;
  await reachPage(old ?? process.execPath);
});

test('help and version are answered without starting or fetching anything, even on Node 20', async () => {
  const node = (await findOldNode()) ?? process.execPath;
  const { version } = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
  };
  const home = path.join(folder, 'fresh');
  await mkdir(home);
  const env = { ...process.env, HOME: home };
  assert.deepEqual(await run(node, [command, '--version'], { env }), { stdout: `${version}\n`, stderr: '' });
  const { stdout } = await run(node, [command, '--help'], { env });
  assert.match(stdout, /npx pi-panel \[FOLDER\] \[options\]/);
  assert.deepEqual(await readdir(home), []);
});

test('where there is no pi and none can be fetched, the panel says what to install, and ends', async () => {
  const child = start(process.execPath, ['--demo', '--no-open', '--agent', 'bundled'], {
    XDG_CACHE_HOME: path.join(folder, 'empty'),
    npm_config_cache: path.join(folder, 'no-npm'),
    npm_config_registry: 'http://127.0.0.1:9',
  });
  const [output] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  assert.equal(child.exitCode, 1, output);
  assert.match(output, /fetching pi \d+\.\d+\.\d+ into/);
  assert.match(output, /cannot start: no pi was found in PATH, [^\n]*npm install --global @earendil-works/);
});

test('the demo model and the extension of the package load inside pi', async () => {
  const child = start(process.execPath, ['--demo', '--no-open', '--port', '0', '--agent', 'bundled']);
  let stdout = '';
  for await (const chunk of child.stdout) {
    stdout += String(chunk);
    if (stdout.includes('\n')) break;
  }
  const url = new URL(stdout.slice('pi-panel ready: '.length).trim());
  const headers = { authorization: `Bearer ${url.hash.slice('#t='.length)}` };
  const json = async <T>(route: string): Promise<T> =>
    (await (await fetch(new URL(`api/${route}`, url), { headers })).json()) as T;
  const { agents } = await json<{ agents: { id: string }[] }>('agents');
  const events = await fetch(new URL(`api/events?agents=${agents[0]!.id}`, url), { headers });
  let seen = '';
  const decoder = new TextDecoder();
  for await (const chunk of events.body!) {
    seen += decoder.decode(chunk, { stream: true });
    if (/"companionProblem":null|panel_companion/.test(seen) && seen.includes('"panel_stats"')) break;
    assert.doesNotMatch(seen, /"type":"panel_exit"/);
  }
  assert.match(seen, /demo-tour/);
  await end(child);
});
