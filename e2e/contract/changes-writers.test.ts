// Changes to files by others than pi's own tools: tools of extensions, calls that tools make themselves, commands of
// the user, and saves from the page. On real pi and real files.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { compareVersions } from '../../scripts/pi-versions.ts';
import type { ChangedFile, ChangeList, LineAuthors, Plan } from '../../shared/changes.ts';
import type { Speech } from '../../server/demo/answer.ts';
import { waitUntil } from '../faults/fault-panel.ts';
import { calls, says } from '../panel/scripted.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';

/** `stamp` writes a file, `batch` calls pi's own tools, and then writes one itself. */
const EXTENSION = `
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
export default function (pi) {
  const result = { content: [{ type: 'text', text: 'done' }], details: {} };
  const parameters = { type: 'object', properties: {} };
  pi.registerTool({
    name: 'stamp', label: 'Stamp', description: 'stamps', parameters,
    execute: async (_id, _args, _signal, _onUpdate, ctx) => {
      await writeFile(join(ctx.cwd, 'stamp.txt'), 'stamped\\n');
      return result;
    },
  });
  pi.registerTool({
    name: 'batch', label: 'Batch', description: 'edits', parameters,
    execute: async (_id, _args, _signal, _onUpdate, ctx) => {
      await ctx.executeTool('edit', { path: 'a.txt', edits: [{ oldText: 'two', newText: 'zwei' }] });
      await ctx.executeTool('bash', { command: 'echo nested > nested.txt' });
      await writeFile(join(ctx.cwd, 'own.txt'), 'own\\n');
      return result;
    },
  });
}`;
const TEXT = 'one\ntwo\nthree\n';
/** pi lets tools call tools since this version. */
const NESTED = '0.99.0';

const read = (panel: Lab, name: string): Promise<string | null> =>
  readFile(path.join(panel.workspace, name), 'utf8').catch(() => null);

let prompts = 0;

async function turn(panel: Lab, answers: Speech[]): Promise<void> {
  const answer = `answer ${++prompts}`;
  panel.model.queue([...answers, says(answer)]);
  await panel.command({ type: 'prompt', message: `prompt ${prompts}` });
  await panel.until('the turn has ended', ({ entries }) =>
    JSON.stringify(entries.at(-1)?.message ?? '').includes(answer),
  );
  await panel.idle();
}

async function lastFiles(panel: Lab): Promise<ChangedFile[]> {
  const { turns } = await panel.getJson<ChangeList>(`agents/${panel.agent}/changes`);
  return turns.at(-1)?.files ?? [];
}

/** The files of the last turn, with who is to blame. */
const rows = (files: readonly ChangedFile[]): string[] =>
  files.map(({ path: name, kind, shared }) => `${kind} ${name}${shared ? ' shared' : ''}`);

/**
 * A command that waits until the workspace has the file `name`. pi shows the call before the command runs, so the
 * command itself says that it does, outside the workspace.
 */
function waiting(panel: Lab, name: string): { wait: string; isRunning: () => Promise<void> } {
  const sign = path.join(panel.folders.root, `waits-for-${name}`);
  return {
    wait: `touch '${sign}'; while [ ! -e ${name} ]; do sleep 0.05; done`,
    isRunning: () => waitUntil(() => existsSync(sign)),
  };
}

async function undoSession(panel: Lab): Promise<void> {
  const planned = await panel.postToAgent('changes/plan', { undo: { session: true } });
  const { plan } = planned.body as unknown as Plan;
  assert.equal((await panel.postToAgent(`changes/plans/${plan}`)).status, 200);
}

onEveryPi(
  { files: { 'a.txt': TEXT }, extension: EXTENSION, versions: ['0.79.9', '0.87.1'] },
  ({ pi, test }) => {
    test('V4: a file that an extension’s tool writes is a change of that tool, and can be undone', async (panel) => {
      await turn(panel, [calls('stamp', {})]);
      assert.deepEqual(rows(await lastFiles(panel)), ['created stamp.txt']);
      await undoSession(panel);
      assert.equal(await read(panel, 'stamp.txt'), null);
    });

    if (compareVersions(pi.version, NESTED) >= 0)
      test('V4: changes by tools that another tool calls are recorded once, and can be undone', async (panel) => {
        await writeFile(path.join(panel.workspace, 'a.txt'), TEXT);
        await turn(panel, [calls('batch', {})]);
        const files = await lastFiles(panel);
        assert.deepEqual(rows(files), ['modified a.txt', 'created nested.txt', 'created own.txt']);
        assert.deepEqual([files[0]!.added, files[0]!.removed], [1, 1]);
        await undoSession(panel);
        assert.deepEqual(
          await Promise.all(['a.txt', 'nested.txt', 'own.txt'].map((name) => read(panel, name))),
          [TEXT, null, null],
        );
      });

    test('V3: files that the user’s command writes are not the agent’s changes, and shared if both ran at once', async (panel) => {
      await panel.command({ type: 'bash', command: 'echo mine > before.txt' });
      await turn(panel, [calls('bash', { command: 'echo agent > agent.txt' })]);
      assert.deepEqual(rows(await lastFiles(panel)), ['created agent.txt']);

      const { wait, isRunning } = waiting(panel, 'go.txt');
      const ended = turn(panel, [calls('bash', { command: `${wait}; echo agent > both.txt` })]);
      await isRunning();
      await panel.command({ type: 'bash', command: 'echo mine > mine.txt; touch go.txt' });
      await ended;
      assert.deepEqual(rows(await lastFiles(panel)), [
        'created both.txt shared',
        'created go.txt shared',
        'created mine.txt shared',
      ]);
      await undoSession(panel);
      // Undo with one click leaves changes that may be the user's.
      assert.deepEqual(
        await Promise.all(['agent.txt', 'both.txt', 'mine.txt'].map((name) => read(panel, name))),
        [null, 'agent\n', 'mine\n'],
      );
    });

    test('K2: what the user writes in another program, or saves in the page, while a command runs stays in an undo', async (panel) => {
      const names = ['a.txt', 'b.txt', 'notes.txt'] as const;
      for (const name of names) await writeFile(path.join(panel.workspace, name), TEXT);
      const { wait, isRunning } = waiting(panel, 'ready.txt');
      const ended = turn(panel, [calls('bash', { command: `${wait}; echo agent >> a.txt; rm ready.txt` })]);
      await isRunning();
      // The command has to be a long one.
      await setTimeout(700);
      await appendFile(path.join(panel.workspace, 'notes.txt'), 'mine\n');
      const route = `agents/${panel.agent}/file?path=b.txt`;
      const ifMatch = (await panel.fetch(route)).headers.get('etag') ?? '';
      const headers = { 'If-Match': ifMatch, 'Content-Type': 'application/octet-stream' };
      const saved = await panel.fetch(route, { method: 'PUT', body: `${TEXT}mine\n`, headers });
      assert.equal(saved.status, 200);
      await writeFile(path.join(panel.workspace, 'ready.txt'), '');
      await ended;
      assert.deepEqual(rows(await lastFiles(panel)), ['modified a.txt', 'modified notes.txt shared']);
      const planned = await panel.postToAgent('changes/plan', { undo: { session: true } });
      const { files } = planned.body as unknown as Plan;
      const why = files.find((file) => file.path === 'notes.txt')?.mayBeYours ?? '';
      assert.match(why, /^Found after a command of \d+ s that does not name it; it may be yours\.$/);
      await undoSession(panel);
      const left = await Promise.all(names.map((name) => read(panel, name)));
      assert.deepEqual(left, [TEXT, `${TEXT}mine\n`, `${TEXT}mine\n`]);
    });

    test('K2: a file that git ignores is a change like any other, and is back after an undo of the session', async (panel) => {
      const place = (name: string): string => path.join(panel.workspace, name);
      await mkdir(place('.git/info'), { recursive: true });
      await writeFile(place('.gitignore'), '.env\nnode_modules/\n');
      await writeFile(place('.env'), 'SECRET=mine\n');
      await turn(panel, [calls('bash', { command: 'echo SECRET=agent > .env; echo x > seen.txt' })]);
      assert.deepEqual(rows(await lastFiles(panel)), ['modified .env', 'created seen.txt']);
      await turn(panel, [calls('bash', { command: 'rm .env; mkdir node_modules; touch node_modules/a' })]);
      const { turns } = await panel.getJson<ChangeList>(`agents/${panel.agent}/changes`);
      const [first, second] = turns.slice(-2);
      assert.deepEqual([first?.coverage, rows(second!.files)], ['full', ['deleted .env']]);
      assert.deepEqual(
        [second?.coverage, second?.why],
        ['partial', 'Not recorded (ignored by git): node_modules/.'],
      );
      await undoSession(panel);
      assert.equal(await read(panel, '.env'), 'SECRET=mine\n');
    });

    test('V3, V5: lines that the user saved from the page are the user’s, and stay in an undo', async (panel) => {
      await writeFile(path.join(panel.workspace, 'a.txt'), TEXT);
      await turn(panel, [calls('edit', { path: 'a.txt', edits: [{ oldText: 'one\n', newText: '1\n' }] })]);
      const mine = '1\ntwo\nmine\n';
      const route = `agents/${panel.agent}/file?path=a.txt`;
      const ifMatch = (await panel.fetch(route)).headers.get('etag') ?? '';
      const headers = { 'If-Match': ifMatch, 'Content-Type': 'application/octet-stream' };
      const { status } = await panel.fetch(route, { method: 'PUT', body: mine, headers });
      assert.equal(status, 200);
      const { runs } = await panel.getJson<LineAuthors>(`agents/${panel.agent}/changes/lines?path=a.txt`);
      assert.deepEqual(
        runs?.map(({ by }) => (typeof by === 'string' ? by : 'agent')),
        ['agent', 'unknown', 'user'],
      );
      await undoSession(panel);
      assert.equal(await read(panel, 'a.txt'), 'one\ntwo\nmine\n');
    });
  },
);
