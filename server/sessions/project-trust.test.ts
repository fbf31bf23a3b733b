// What the user has decided about trust, as pi stores it.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { defaultTrust, foldersUpFrom, isTrusted, trustDecision } from './project-trust.ts';

async function setUp(t: TestContext) {
  const agentDir = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-trust-')));
  const before = process.env.PI_CODING_AGENT_DIR;
  process.env.PI_CODING_AGENT_DIR = agentDir;
  t.after(async () => {
    if (before === undefined) delete process.env.PI_CODING_AGENT_DIR;
    else process.env.PI_CODING_AGENT_DIR = before;
    await rm(agentDir, { recursive: true });
  });
  const write = (name: string, value: unknown): Promise<void> =>
    writeFile(path.join(agentDir, name), typeof value === 'string' ? value : JSON.stringify(value));
  return { agentDir, write };
}

test('the decision for a folder is its own, or that of the nearest folder above it', async (t) => {
  const { agentDir, write } = await setUp(t);
  assert.equal(await trustDecision(agentDir, '/home/me/shop'), null);
  await write('trust.json', {
    '/': true,
    '/home/me': false,
    '/home/me/shop': true,
    '/home/me/shop/vendor': 'yes',
    '/home/me/api': false,
  });
  const decisions = ['/home/me/shop/vendor/lib', '/home/me/shop', '/home/me/shop2', '/home/me/api/x', '/srv'];
  assert.deepEqual(await Promise.all(decisions.map((folder) => trustDecision(agentDir, folder))), [
    ...[true, true, false, false, true],
  ]);
  assert.deepEqual(foldersUpFrom('/home/me'), ['/home/me', '/home', '/']);
});

test('without a decision the settings say it, and without a setting nothing is trusted', async (t) => {
  const { agentDir, write } = await setUp(t);
  const folder = path.join(agentDir, 'project');
  await mkdir(folder);
  assert.deepEqual([await defaultTrust(agentDir), await isTrusted(folder)], [null, false]);
  for (const [setting, expected] of [
    ['always', true],
    ['never', false],
    ['ask', null],
    [true, null],
  ] as const) {
    await write('settings.json', `\uFEFF${JSON.stringify({ defaultProjectTrust: setting })}`);
    assert.equal(await defaultTrust(agentDir), expected);
    assert.equal(await isTrusted(folder), expected ?? false);
  }
  await write('settings.json', { defaultProjectTrust: 'always' });
  await write('trust.json', { [folder]: false });
  assert.equal(await isTrusted(folder), false, 'a decision comes before the setting');
});

test('a folder is trusted by its real place, and nothing is that pi cannot say', async (t) => {
  const { agentDir, write } = await setUp(t);
  await mkdir(path.join(agentDir, 'real'));
  await symlink('real', path.join(agentDir, 'link'));
  await write('trust.json', { [path.join(agentDir, 'real')]: true });
  assert.equal(await isTrusted(path.join(agentDir, 'link')), true);
  assert.equal(await isTrusted(path.join(agentDir, 'gone')), false);
  for (const broken of ['{"', 'null', '[]']) {
    await write('trust.json', broken);
    assert.equal(await isTrusted(path.join(agentDir, 'real')), false);
  }
  // A folder that brings pi's own folder cannot trust itself.
  await write('trust.json', { '/': true });
  assert.equal(await isTrusted(agentDir), true);
  process.env.PI_CODING_AGENT_DIR = path.relative(process.cwd(), agentDir);
  assert.equal(await isTrusted(agentDir), false);
});
