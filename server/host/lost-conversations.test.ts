import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { countLost } from './lost-conversations.ts';

test('a conversation is lost with a folder if its file is in it, or if it has none', async (t) => {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-lost-'));
  t.after(() => rm(root, { recursive: true }));
  const [folder, store] = [path.join(root, 'worktree'), path.join(root, 'worktree-store')];
  for (const place of [folder, store]) {
    await mkdir(place);
    await writeFile(path.join(place, 'a.jsonl'), '{}');
  }
  await symlink(folder, path.join(root, 'link'));
  const agent = (file: string | undefined, { isWritten = true, rows = 1 } = {}) =>
    ({
      view: { entries: Array.from({ length: rows }) },
      session: { path: file && path.join(root, file), isWritten: () => Promise.resolve(isWritten) },
    }) as never;
  const count = (...agents: never[]): Promise<number> => countLost(agents, folder);
  assert.equal(await count(agent('worktree-store/a.jsonl')), 0);
  assert.equal(await count(agent('worktree/a.jsonl')), 1);
  assert.equal(await count(agent('link/a.jsonl')), 1);
  assert.equal(await count(agent(undefined)), 1, 'pi runs with --no-session');
  assert.equal(await count(agent('worktree-store/b.jsonl', { isWritten: false })), 1);
  assert.equal(await count(agent(undefined, { rows: 0 })), 0, 'nothing was said');
  assert.equal(await count(agent(undefined), agent('worktree/a.jsonl'), agent('worktree-store/a.jsonl')), 2);
});
