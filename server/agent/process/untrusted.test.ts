import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import { findUntrusted, type TrustQuestion } from './untrusted.ts';

let home: string;
let workspace: string;

before(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'untrusted-')));
  workspace = path.join(home, 'work', 'project');
  await put('work/project/.pi/extensions/lint.ts');
  await put('work/project/.pi/prompts/fix.md');
  await put('work/project/.pi/settings.json');
  await put('work/project/.pi/mcp.json');
  await put('work/.agents/skills/review/SKILL.md');
  await put('.agents/skills/mine/SKILL.md');
});
after(() => rm(home, { recursive: true }));

async function put(name: string, text = '{}'): Promise<void> {
  await mkdir(path.join(home, path.dirname(name)), { recursive: true });
  await writeFile(path.join(home, name), text);
}

function find(more: Partial<TrustQuestion> = {}, version = '0.87.1'): Promise<string[]> {
  const env = { HOME: home, PI_CODING_AGENT_DIR: path.join(home, 'agent') };
  return findUntrusted({ workspace, env, flags: {}, can: abilitiesOf(version), ...more });
}

test("S-59: the resources that pi ignores are found, without the user's own", async () => {
  assert.deepEqual((await find()).sort(), [
    '../.agents/skills/review',
    '.pi/extensions/lint.ts',
    '.pi/prompts/fix.md',
    '.pi/settings.json',
  ]);
  assert.ok((await find({}, '1.5.2')).includes('.pi/mcp.json'));
});

test('a pi without trust loads everything, so nothing is ignored', async () => {
  assert.deepEqual(await find({}, '0.78.0'), []);
});

test('nothing is reported if the command line decides', async () => {
  assert.deepEqual(await find({ flags: { trust: true } }), []);
  for (const option of ['--approve', '-a', '--no-approve', '-na'])
    assert.deepEqual(await find({ flags: { extra: [option] } }), []);
});

test('a decision in trust.json counts for the folders below, either way', async () => {
  for (const decision of [true, false]) {
    await put('agent/trust.json', JSON.stringify({ [path.join(home, 'work')]: decision }));
    assert.deepEqual(await find(), []);
  }
  await put('agent/trust.json', JSON.stringify({ [path.join(home, 'work')]: null, '/elsewhere': true }));
  assert.equal((await find()).length, 4);
  await put('agent/trust.json', 'broken');
  assert.equal((await find()).length, 4);
});

test("nothing is reported if the user's settings decide for all projects", async () => {
  for (const [defaultProjectTrust, count] of [
    ['always', 0],
    ['never', 0],
    ['ask', 4],
  ] as const) {
    await put('agent/settings.json', JSON.stringify({ defaultProjectTrust }));
    assert.equal((await find()).length, count, defaultProjectTrust);
  }
});

test('nothing is reported for a project without resources, even with empty folders', async () => {
  await mkdir(path.join(home, 'empty', '.pi', 'extensions'), { recursive: true });
  assert.deepEqual(await find({ workspace: path.join(home, 'empty') }), []);
});
