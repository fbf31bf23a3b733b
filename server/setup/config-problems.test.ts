import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { findProblems, refuseBroken, setAside } from './config-problems.ts';

const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-problems-'));
after(() => rm(root, { recursive: true }));

const [cwd, agentDir] = [path.join(root, 'project'), path.join(root, 'agent')];
const folders = { cwd, env: { PI_CODING_AGENT_DIR: agentDir } };
const SECRET = '{\n  "groq": { "key": "sk-planted" },\n}\n';

beforeEach(async () => {
  for (const folder of [cwd, agentDir]) await rm(folder, { recursive: true, force: true });
  for (const folder of [path.join(cwd, '.pi'), agentDir]) await mkdir(folder, { recursive: true });
});

test('each broken file is named with its place and how pi reacts, and none of its content', async () => {
  assert.deepEqual(await findProblems(folders, true), { problems: [] });
  for (const name of ['settings', 'models', 'auth', 'mcp', 'trust'])
    await writeFile(path.join(agentDir, `${name}.json`), SECRET.replace('},', '},,'));
  for (const name of ['settings', 'mcp']) await writeFile(path.join(cwd, '.pi', `${name}.json`), '{ "a" }');
  const { problems } = await findProblems(folders, true);
  assert.deepEqual(
    problems.map(({ file, line }) => `${file} ${line}`),
    ['settings 2', 'project-settings 1', 'models 2', 'mcp 2', 'project-mcp 1', 'auth 2', 'trust 2'],
  );
  assert.ok(problems.every(({ reaction }) => reaction.startsWith('While it is broken')));
  assert.doesNotMatch(JSON.stringify(problems), /planted|groq/);
  const withoutMcp = (await findProblems(folders, false)).problems.map(({ file }) => file);
  assert.deepEqual(withoutMcp, ['settings', 'project-settings', 'models', 'auth', 'trust']);
});

test('files that pi accepts have no problem: empty settings and credentials, models.json with comments', async () => {
  for (const name of ['settings', 'auth']) await writeFile(path.join(agentDir, `${name}.json`), '');
  await writeFile(path.join(agentDir, 'models.json'), '{ "providers": {}, } // mine\n');
  assert.deepEqual(await findProblems(folders, true), { problems: [] });
});

test('a broken auth.json refuses a sign-in, and is renamed, never changed, when the user sets it aside', async () => {
  await refuseBroken('auth', folders);
  const file = path.join(agentDir, 'auth.json');
  await writeFile(file, SECRET);
  await assert.rejects(refuseBroken('auth', folders), { status: 409, message: /line 3, column 1/ });
  const { path: aside } = await setAside('auth', folders);
  assert.equal(await readFile(aside, 'utf8'), SECRET);
  assert.deepEqual(await readdir(agentDir), [path.basename(aside)]);
  await assert.rejects(setAside('auth', folders), { status: 409, code: 'not_broken' });
});
