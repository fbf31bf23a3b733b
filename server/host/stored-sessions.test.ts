import assert from 'node:assert/strict';
import fs, { mkdtemp, rm } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { sessionText, writeFileIn } from '../sessions/session-fixture.ts';
import { StoredSessions } from './stored-sessions.ts';

test(
  'a folder on a disk that does not answer counts as present and takes two threads at most',
  { timeout: 120_000 },
  async (t) => {
    const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-stored-'));
    t.after(() => rm(root, { recursive: true }));
    const folders = { here: root, gone: path.join(root, 'gone'), dead: path.join(root, 'dead') };
    for (const [id, cwd] of Object.entries(folders))
      await writeFileIn(
        path.join(root, 'sessions', 'x'),
        `${id}.jsonl`,
        sessionText({ id, cwd, messages: ['a'] }),
      );
    const { stat } = fs;
    let waiting = 0;
    t.mock.method(fs, 'stat', (place: string) => {
      if (place !== folders.dead) return stat(place);
      waiting += 1;
      return Promise.withResolvers().promise;
    });
    syncBuiltinESMExports();
    t.after(() => {
      t.mock.restoreAll();
      syncBuiltinESMExports();
    });
    const sessions = new StoredSessions({
      workspace: root,
      piOptions: [],
      env: () => Promise.resolve({ PI_CODING_AGENT_DIR: root }),
      onTrouble: (error) => assert.fail(String(error)),
    });
    const { sessions: listed } = await sessions.list({ limit: 9 });
    await Promise.all([1, 2].map(() => sessions.list({ limit: 9 })));
    const homeless = listed.filter(({ isHomeless }) => isHomeless).map(({ id }) => id);
    assert.deepEqual([listed.length, homeless, waiting], [3, ['gone'], 2]);
    assert.equal((await sessions.read('dead', { limit: 9 })).session.isHomeless, undefined);
    assert.ok(sessions.isBusy);
  },
);

test('a list that its limit cut says that there are older sessions, and a complete one does not', async (t) => {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-stored-'));
  t.after(() => rm(root, { recursive: true }));
  for (const id of ['lake', 'moss', 'fern'])
    await writeFileIn(
      path.join(root, 'sessions', 'x'),
      `${id}.jsonl`,
      sessionText({ id, cwd: root, messages: [`about ${id}`] }),
    );
  const sessions = new StoredSessions({
    workspace: root,
    piOptions: [],
    env: () => Promise.resolve({ PI_CODING_AGENT_DIR: root }),
    onTrouble: (error) => assert.fail(String(error)),
  });
  const cut = await sessions.list({ limit: 2 });
  assert.deepEqual([cut.sessions.length, cut.hasOlder], [2, true]);
  const whole = await sessions.list({ limit: 3 });
  assert.deepEqual([whole.sessions.length, whole.hasOlder], [3, undefined]);
  const found = await sessions.list({ limit: 1, query: 'moss' });
  assert.deepEqual([found.sessions.map(({ id }) => id), found.hasOlder], [['moss'], undefined]);
});
