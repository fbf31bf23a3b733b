import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import { readSwitch, stateOf } from './pi-switch.ts';

interface Given {
  user?: string;
  project?: string;
  version?: string;
  trust?: boolean;
  isTrusted?: boolean | null;
}

async function read({
  user,
  project,
  version = '0.87.1',
  trust,
  isTrusted = null,
}: Given): Promise<boolean | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-retry-'));
  try {
    for (const name of ['agent', 'work/.pi']) await mkdir(path.join(folder, name), { recursive: true });
    if (user !== undefined) await writeFile(path.join(folder, 'agent/settings.json'), user);
    if (project !== undefined) await writeFile(path.join(folder, 'work/.pi/settings.json'), project);
    const env = { PI_CODING_AGENT_DIR: path.join(folder, 'agent') };
    const question = { workspace: path.join(folder, 'work'), env, flags: { trust }, isTrusted };
    return stateOf(await readSwitch({ ...question, can: abilitiesOf(version) }, 'retry.enabled', true));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const OFF = '{"retry":{"enabled":false}}';
const ON = '{"retry":{"enabled":true}}';

test("pi retries unless the user's settings disable it", async () => {
  assert.equal(await read({}), true);
  assert.equal(await read({ user: '{"retry":{"maxRetries":2}}' }), true);
  assert.equal(await read({ user: OFF }), false);
  assert.equal(await read({ user: '{ broken' }), true);
});

test("a project's settings override the user's where pi uses them", async () => {
  assert.equal(await read({ user: ON, project: OFF, version: '0.73.1' }), false);
  assert.equal(await read({ user: ON, project: OFF, trust: true }), false);
});

test("the setting is unknown if the project's differs and only pi knows whether it uses it", async () => {
  assert.equal(await read({ user: ON, project: OFF }), null);
  assert.equal(await read({ user: OFF, project: OFF }), false);
  assert.equal(await read({ user: ON, project: OFF, isTrusted: true }), false);
  assert.equal(await read({ user: ON, project: OFF, isTrusted: false }), true);
});
