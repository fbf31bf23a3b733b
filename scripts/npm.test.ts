import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';

/** Installs a package that npm has never seen, from the registry at this port, with an empty cache. */
function installFrom(t: TestContext, port: number): Promise<{ code: number; output: string }> {
  return runNpm(t, ['install'], { port, dependencies: { 'not-there': '1.0.0' } });
}

interface NpmRun {
  /** The port of the registry. */
  port: number;
  dependencies: Record<string, string>;
  env?: NodeJS.ProcessEnv;
}

async function runNpm(
  t: TestContext,
  args: readonly string[],
  { port, dependencies, env = {} }: NpmRun,
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'pi-panel-npm-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'a', version: '1.0.0', dependencies }),
  );
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages: {} }));
  const program = `
    import { npm } from ${JSON.stringify(new URL('npm.mjs', import.meta.url).href)};
    npm(${JSON.stringify(args)}, ${JSON.stringify(folder)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: {
      ...process.env,
      npm_config_cache: join(folder, 'cache'),
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_fetch_retries: '0',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit') as Promise<[code: number]>;
  const [output, [code]] = await Promise.all([text(child.stderr), exited]);
  return { output, code };
}

async function listen(t: TestContext, server: Server | TcpServer): Promise<number> {
  t.after(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

test('a registry that cannot be reached is reported before npm runs, and npm fails soon with advice', async (t) => {
  const server = createTcpServer();
  const port = await listen(t, server);
  server.close();
  const { code, output } = await installFrom(t, port);
  assert.notEqual(code, 0);
  assert.match(output, new RegExp(`^pi-panel: http://127\\.0\\.0\\.1:${port}/ does not answer`));
  assert.match(output, /connect to the network and try again/);
});

test('a registry that answers is used, and its errors are npm’s own', async (t) => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(404).end('{}');
  });
  const port = await listen(t, server);
  const dependencies = { 'not-there': '1.0.0' };
  // The words of npm are recognized, also in color.
  const env = { npm_config_color: 'always' };
  const { code, output } = await runNpm(t, ['install'], { port, dependencies, env });
  assert.notEqual(code, 0);
  assert.ok(requests.includes('/not-there'), `npm asked for ${requests.join(', ')}`);
  assert.doesNotMatch(output, /does not answer|connect to the network/);
});

test('npm does not ask the registry for a package that is in its cache', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'pi-panel-registry-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'package'));
  await writeFile(join(folder, 'package', 'package.json'), '{"name":"one","version":"1.0.0"}');
  execFileSync('tar', ['czf', join(folder, 'one.tgz'), '-C', folder, 'package']);
  const tarball = await readFile(join(folder, 'one.tgz'));
  const requests: string[] = [];
  const server = createServer(({ url = '', headers }, response) => {
    requests.push(url);
    // Stale at once: npm would ask again before each use.
    response.setHeader('cache-control', 'max-age=0');
    if (url.endsWith('.tgz')) return void response.end(tarball);
    const dist = { tarball: `http://${headers.host}/one.tgz` };
    const versions = { '1.0.0': { name: 'one', version: '1.0.0', dist } };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ name: 'one', 'dist-tags': { latest: '1.0.0' }, versions }));
  });
  const port = await listen(t, server);
  const install = () =>
    runNpm(t, ['install'], {
      port,
      dependencies: { one: '1.0.0' },
      env: { npm_config_cache: join(folder, 'cache') },
    });
  const first = await install();
  assert.equal(first.code, 0, first.output);
  assert.ok(requests.includes('/one'));
  requests.length = 0;
  const second = await install();
  assert.equal(second.code, 0, second.output);
  assert.deepEqual(
    requests.filter((url) => url.includes('one')),
    [],
  );
});

test('inside a global installation, npm still works in the given folder', async (t) => {
  const server = createServer((_request, response) => void response.end('{}'));
  const port = await listen(t, server);
  // As npm 11 sets them for the scripts of `npm install --global`, where `npm ci` would refuse to work.
  const env = { npm_config_global: 'true', npm_config_location: 'global', npm_config_prefix: tmpdir() };
  const { code, output } = await runNpm(t, ['ci'], { port, dependencies: {}, env });
  assert.equal(code, 0, output);
});
