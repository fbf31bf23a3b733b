import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import { autoRetryOf, readRetrySetting } from './retry-setting.ts';

interface Given {
  person?: string;
  project?: string;
  version?: string;
  trust?: boolean;
}

async function found({ person, project, version = '0.87.1', trust }: Given): Promise<boolean | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-retry-'));
  try {
    for (const name of ['agent', 'work/.pi']) await mkdir(path.join(folder, name), { recursive: true });
    if (person !== undefined) await writeFile(path.join(folder, 'agent/settings.json'), person);
    if (project !== undefined) await writeFile(path.join(folder, 'work/.pi/settings.json'), project);
    const env = { PI_CODING_AGENT_DIR: path.join(folder, 'agent') };
    const question = { workspace: path.join(folder, 'work'), env, flags: { trust } };
    return autoRetryOf(await readRetrySetting({ ...question, can: abilitiesOf(version) }));
  } finally {
    await rm(folder, { recursive: true });
  }
}

const OFF = '{"retry":{"enabled":false}}';
const ON = '{"retry":{"enabled":true}}';

test('pi tries again unless the settings of the person say no', async () => {
  assert.equal(await found({}), true);
  assert.equal(await found({ person: '{"retry":{"maxRetries":2}}' }), true);
  assert.equal(await found({ person: OFF }), false);
  assert.equal(await found({ person: '{ broken' }), true);
});

test("a project's settings come first where pi uses them", async () => {
  assert.equal(await found({ person: ON, project: OFF, version: '0.73.1' }), false);
  assert.equal(await found({ person: ON, project: OFF, trust: true }), false);
});

test('where nobody but pi knows whether it uses them, nothing is claimed', async () => {
  assert.equal(await found({ person: ON, project: OFF }), null);
  assert.equal(await found({ person: OFF, project: OFF }), false);
});
