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

function ask(more: Partial<TrustQuestion> = {}, version = '0.87.1'): Promise<string[]> {
  const env = { HOME: home, PI_CODING_AGENT_DIR: path.join(home, 'agent') };
  return findUntrusted({ workspace, env, flags: {}, can: abilitiesOf(version), ...more });
}

test('S-59: what pi leaves aside is named, and what is the own of the person is not', async () => {
  assert.deepEqual((await ask()).sort(), [
    '../.agents/skills/review',
    '.pi/extensions/lint.ts',
    '.pi/prompts/fix.md',
    '.pi/settings.json',
  ]);
  assert.ok((await ask({}, '1.5.2')).includes('.pi/mcp.json'));
});

test('a pi that knows no trust loads all, so nothing is left aside', async () => {
  assert.deepEqual(await ask({}, '0.78.0'), []);
});

test('who said yes or no on the command line is not asked', async () => {
  assert.deepEqual(await ask({ flags: { trust: true } }), []);
  for (const option of ['--approve', '-a', '--no-approve', '-na'])
    assert.deepEqual(await ask({ flags: { extra: [option] } }), []);
});

test('a decision in trust.json counts for the folders below, either way', async () => {
  for (const decision of [true, false]) {
    await put('agent/trust.json', JSON.stringify({ [path.join(home, 'work')]: decision }));
    assert.deepEqual(await ask(), []);
  }
  await put('agent/trust.json', JSON.stringify({ [path.join(home, 'work')]: null, '/elsewhere': true }));
  assert.equal((await ask()).length, 4);
  await put('agent/trust.json', 'broken');
  assert.equal((await ask()).length, 4);
});

test('a default of the person for all projects is no question any more', async () => {
  for (const [defaultProjectTrust, count] of [
    ['always', 0],
    ['never', 0],
    ['ask', 4],
  ] as const) {
    await put('agent/settings.json', JSON.stringify({ defaultProjectTrust }));
    assert.equal((await ask()).length, count, defaultProjectTrust);
  }
});

test('a project that brings nothing along, empty folders too, is no question', async () => {
  await mkdir(path.join(home, 'empty', '.pi', 'extensions'), { recursive: true });
  assert.deepEqual(await ask({ workspace: path.join(home, 'empty') }), []);
});
