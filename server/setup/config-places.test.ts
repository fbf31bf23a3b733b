// Where pi's files are that the page edits.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { CONFIG_FILES } from '../../shared/setup.ts';
import { changeConfig } from './config-file.ts';
import { configPlace } from './config-places.ts';

async function setUp(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-places-'));
  t.after(() => rm(root, { recursive: true }));
  const [cwd, agentDir] = [path.join(root, 'project'), path.join(root, 'agent')];
  for (const folder of [cwd, agentDir]) await mkdir(folder);
  return { root, cwd, agentDir, launch: { cwd, env: { PI_CODING_AGENT_DIR: agentDir } } };
}

test('each file has a place of its own, in pi’s folder or in that of the project', async (t) => {
  const { cwd, agentDir, launch } = await setUp(t);
  const places = CONFIG_FILES.map((name) => configPlace(name, launch).path);
  assert.equal(new Set(places).size, CONFIG_FILES.length);
  assert.equal(configPlace('settings', launch).path, path.join(agentDir, 'settings.json'));
  assert.equal(configPlace('project-settings', launch).path, path.join(cwd, '.pi', 'settings.json'));
  assert.equal(configPlace('models', launch).format, 'jsonc');
  assert.equal(
    configPlace('settings', { cwd, env: { PI_CODING_AGENT_DIR: 'own' } }).path,
    path.join(cwd, 'own', 'settings.json'),
  );
  assert.throws(() => configPlace('auth', launch), { status: 404, code: 'unknown_file' });
});

test('a project cannot lead the change of its settings out of it, and the user’s own may be anywhere', async (t) => {
  const { root, cwd, agentDir, launch } = await setUp(t);
  const outside = path.join(root, 'outside');
  await mkdir(outside);
  await symlink(outside, path.join(cwd, '.pi'));
  const change = (name: string) => changeConfig(configPlace(name, launch), ['theme'], 'dark');
  for (const name of ['project-settings', 'project-mcp'])
    await assert.rejects(change(name), { status: 403, code: 'outside' });
  assert.deepEqual(await readdir(outside), []);
  const mine = path.join(outside, 'mine.json');
  await writeFile(mine, '{}');
  await symlink(mine, path.join(agentDir, 'settings.json'));
  await change('settings');
  assert.match(await readFile(mine, 'utf8'), /dark/);
});
