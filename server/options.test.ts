import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { readCommandLine, type Options } from './options.ts';
import { isRemoteCommand } from './remote/target.ts';

function options(args: string[], env: NodeJS.ProcessEnv = { INIT_CWD: '/home/me/project' }): Options {
  const line = readCommandLine(args, env);
  assert.ok('options' in line, JSON.stringify(line));
  return line.options;
}

function wrong(args: string[]): string {
  const line = readCommandLine(args, {});
  assert.ok('error' in line, `${args.join(' ')} was accepted`);
  return line.error;
}

test('without options the agent works where npm was called, on loopback, and a taken port is skipped', () => {
  const { workspace, host, port, isPortFixed, demo, open } = options([]);
  assert.deepEqual(
    [workspace, host, port, isPortFixed, demo, open],
    ['/home/me/project', '127.0.0.1', 4317, false, false, true],
  );
});

test('a relative workspace is resolved against the folder where npm was called', () => {
  assert.equal(options(['--workspace', '../other']).workspace, '/home/me/other');
});

test('a folder can be given without an option, before or after the options', () => {
  const folder = fc
    .string({ minLength: 1 })
    .filter((text) => !text.startsWith('-') && !isRemoteCommand(text));
  const others = fc.constantFrom([], ['--no-open'], ['--port', '5000'], ['--demo', '--agent=a b']);
  fc.assert(
    fc.property(folder, others, others, (name, before, after) => {
      const expected = path.resolve('/home/me/project', name);
      assert.equal(options([...before, name, ...after]).workspace, expected);
    }),
  );
});

test('a second folder, an empty one, and a command after an option are refused by name', () => {
  assert.equal(wrong(['a', 'b']), 'a, b: give one folder, or a command such as ssh HOST');
  assert.equal(wrong(['a', '--workspace', 'b']), 'a: --workspace names the folder already');
  assert.equal(wrong(['']), 'the name of the folder is empty');
  for (const kind of ['ssh', 'docker', 'podman', 'kubectl', 'attach', 'background'])
    assert.match(wrong(['--demo', kind, 'box']), new RegExp(`^${kind}: a command comes before all options`));
});

test('-h and -v are short for --help and --version', () => {
  for (const option of ['-h', '--help'])
    assert.deepEqual(readCommandLine(['--demo', option], {}), { print: 'help' });
  for (const option of ['-v', '--version'])
    assert.deepEqual(readCommandLine([option], {}), { print: 'version' });
  assert.match(wrong(['-x']), /-x/);
});

test('the demo uses its sample project unless a workspace is given', () => {
  assert.equal(options(['--demo']).workspace, null);
  assert.equal(options(['--demo', '--workspace', '.']).workspace, '/home/me/project');
});

test('arguments after -- are passed to pi', () => {
  const { piOptions, demo } = options(['--demo', '--', '--session-dir', '/tmp/x', '--no-open']);
  assert.deepEqual(piOptions, ['--session-dir', '/tmp/x', '--no-open']);
  assert.equal(demo, true);
});

test('--agent may contain options', () => {
  assert.equal(options(['--agent', 'node ./pi.js --flag']).agent, 'node ./pi.js --flag');
});

for (const host of [
  '0.0.0.0',
  '::',
  '[::]',
  '',
  '0',
  '0x0',
  '0.0',
  '::0',
  '::ffff:0.0.0.0',
  '*',
  '192.168.1.5',
]) {
  test(`S-01: --host ${JSON.stringify(host)} is refused without TLS or a proxy`, () => {
    assert.match(wrong([`--host=${host}`]), /--host/);
    assert.equal(options([`--host=${host}`, '--behind-proxy']).behindProxy, true);
  });
}

test('an invalid option is named in the error', () => {
  assert.match(wrong(['--port', '70000']), /--port/);
  assert.match(wrong(['--port', 'http']), /--port/);
  assert.match(wrong(['--port=']), /--port/);
  assert.match(wrong(['--no-such-option']), /no-such-option/);
  assert.match(wrong(['--tls-cert', 'a.pem']), /--tls-key/);
  assert.match(wrong(['--base-path', 'a b']), /--base-path/);
});

test('a value that is empty is refused: the variable of a script was not set', () => {
  for (const name of ['workspace', 'agent', 'token-file', 'socket', 'allowed-host'])
    assert.equal(wrong([`--${name}=`]), `--${name}: the value is empty`);
  assert.equal(wrong(['--tls-cert=', '--tls-key=k']), '--tls-cert: the value is empty');
  assert.deepEqual(options(['--base-path=']).basePaths, [''], 'the top is a path of a proxy as well');
});

test('several base paths are possible, and their trailing slashes are removed', () => {
  assert.deepEqual(options([]).basePaths, []);
  assert.deepEqual(options(['--base-path', '/panel/', '--base-path', '/']).basePaths, ['/panel', '']);
  assert.deepEqual(options(['--base-path', '/@me/work.agent/~x/%40']).basePaths, ['/@me/work.agent/~x/%40']);
});

test('a socket replaces a port, so options for a port are refused with it', () => {
  assert.equal(options(['--socket', 'run/s']).socket, '/home/me/project/run/s');
  for (const more of [
    ['--port', '1'],
    ['--host', '::1'],
    ['--tls-cert', 'a', '--tls-key', 'b'],
  ])
    assert.match(wrong(['--socket', 's', ...more]), /^--socket and --(port|host|tls-cert) exclude/);
  assert.match(wrong(['--socket=']), /--socket/);
});

test('S-12: only an exact origin may frame the page', () => {
  assert.deepEqual(options(['--frame-ancestor', 'https://hub.example']).frameAncestors, [
    'https://hub.example',
  ]);
  for (const bad of [
    '*',
    'https://*',
    'hub.example',
    'https://hub.example/',
    "https://a 'self'",
    'https://a;x',
    'file://',
    'null',
  ])
    assert.match(wrong(['--frame-ancestor', bad]), /--frame-ancestor/, bad);
});

test('idle seconds are a number, and activity is reported over http', () => {
  assert.equal(options(['--idle-exit', '900']).idleExit, 900);
  for (const bad of ['0', '-1', 'x', '', '1e99']) assert.match(wrong([`--idle-exit=${bad}`]), /--idle-exit/);
  assert.equal(options(['--activity-url', 'http://hub/a']).activityUrl, 'http://hub/a');
  for (const bad of ['hub/a', 'file:///a', ''])
    assert.match(wrong([`--activity-url=${bad}`]), /--activity-url/);
});

test('PI_PANEL_PATIENCE is a number above 0, by default 1', () => {
  assert.equal(options([]).patience, 1);
  assert.equal(options([], { PI_PANEL_PATIENCE: '0.5' }).patience, 0.5);
  // Timers cannot count more than 24 days, and would fire at once.
  assert.ok(options([], { PI_PANEL_PATIENCE: '1e9' }).patience * 40_000 < 2 ** 31);
  for (const PI_PANEL_PATIENCE of ['0', '', 'x', '-1'])
    assert.match(JSON.stringify(readCommandLine([], { PI_PANEL_PATIENCE })), /PI_PANEL_PATIENCE/);
});

test('npm run dev keeps its token in a file, so that open pages go on when the server restarts', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { dev: string } };
  const [, own = ''] = scripts.dev.split('server/main.ts ');
  assert.match(options(own.split(' '), { INIT_CWD: '/panel' }).tokenFile ?? '', /^\/panel\/\.cache\//);
});
