import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { ownPi } from './own-pi.ts';
import { childEnvironment, commandLine, flagEnvironment, withNodeOf } from './program.ts';

test("the package's own pi runs on the panel's Node", async () => {
  const { argv, version } = await ownPi();
  assert.equal(argv[0], process.execPath);
  assert.match(argv[1]!, /pi-coding-agent.*cli\.js$/);
  assert.match(version!, /^\d+\.\d+\.\d+$/);
});

test('a pi gets only the flags that it knows', () => {
  const old = { argv: ['pi'], version: '0.73.1' };
  assert.deepEqual(commandLine(old, { trust: true }), ['pi', '--mode', 'rpc']);
  const present = { argv: ['pi'], version: '0.87.1' };
  assert.deepEqual(commandLine(present, { trust: true, sessionFile: '/s.jsonl', extra: ['--name', 'x'] }), [
    'pi',
    '--mode',
    'rpc',
    '--session',
    '/s.jsonl',
    '--approve',
    '--name',
    'x',
  ]);
});

test('flags of extensions come last, and are left out without extensions', () => {
  const pi = { argv: ['pi'], version: '0.87.1' };
  const extensionFlags = { plan: true, preset: 'two words' } as const;
  assert.deepEqual(commandLine(pi, { extensionFlags, extra: ['--name', 'x'] }), [
    ...['pi', '--mode', 'rpc', '--name', 'x'],
    ...['--plan', '--preset=two words'],
  ]);
  assert.deepEqual(commandLine(pi, { extensionFlags, withoutExtensions: true }), [
    ...['pi', '--mode', 'rpc', '--no-extensions'],
  ]);
});

test('without extensions, the extensions that the user named are left out as well', () => {
  const pi = { argv: ['pi'], version: '0.87.1' };
  const extra = ['-e', 'a.ts', '--name', 'x', '--extension', 'b.ts'];
  assert.deepEqual(commandLine(pi, { withoutExtensions: true, extra }), [
    ...['pi', '--mode', 'rpc', '--no-extensions'],
    ...['--name', 'x'],
  ]);
  assert.deepEqual(commandLine(pi, { extra }), ['pi', '--mode', 'rpc', ...extra]);
});

test("npm's variables and the panel's node_modules/.bin do not reach the agent", () => {
  const env = {
    HOME: '/home/me',
    INIT_CWD: '/x',
    npm_package_json: '/panel/package.json',
    npm_config_cache: '/c',
    npm_lifecycle_event: 'start',
    PI_PANEL_SECRET: 's',
    ANTHROPIC_API_KEY: 'k',
    PATH: ['/panel/node_modules/.bin', '/node_modules/.bin', '/usr/lib/npm/node-gyp-bin', '/usr/bin'].join(
      path.delimiter,
    ),
  };
  assert.deepEqual(childEnvironment(env), { HOME: '/home/me', ANTHROPIC_API_KEY: 'k', PATH: '/usr/bin' });
});

test("without npm the user's PATH stays as it is", () => {
  const PATH = ['/mine/node_modules/.bin', '/usr/bin'].join(path.delimiter);
  assert.deepEqual(childEnvironment({ PATH }), { PATH });
});

test('colors are forced only if they are wanted, and then NO_COLOR is removed', () => {
  assert.deepEqual(flagEnvironment({}), {});
  const env = { NO_COLOR: '1', ...flagEnvironment({ colors: true }) };
  assert.deepEqual(env, { NO_COLOR: undefined, FORCE_COLOR: '1', CLICOLOR_FORCE: '1' });
});

test('commands of pi such as `install` use the Node that runs pi', () => {
  const node = path.resolve('/opt/node/bin/node');
  const PATH = ['/usr/bin', '/bin'].join(path.delimiter);
  assert.deepEqual(withNodeOf({ argv: [node, 'cli.js'] }, { PATH, HOME: '/h' }), {
    PATH: [path.dirname(node), PATH].join(path.delimiter),
    HOME: '/h',
  });
  assert.deepEqual(withNodeOf({ argv: ['/usr/bin/pi'] }, { PATH }), { PATH });
  assert.deepEqual(withNodeOf({ argv: ['node', 'cli.js'] }, { PATH }), { PATH });
});
