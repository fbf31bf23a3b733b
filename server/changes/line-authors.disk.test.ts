// Finds who wrote which line of real files.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { LineAuthor } from '../../shared/changes.ts';
import { changesFolder } from './journal/changes-folder.ts';
import { Changes } from './changes.ts';
import { readState } from './contents/file-state.ts';
import { lineAuthors } from './line-authors.ts';
import { Recorder } from './recorder.ts';
import { undoScope } from './undo/scope.ts';

async function setUp(t: TestContext) {
  const root = await mkdtemp(path.join(tmpdir(), 'pi-panel-lines-'));
  const workspace = path.join(root, 'project');
  const folder = changesFolder(path.join(root, 'state'), workspace);
  await mkdir(workspace);
  const recorder = new Recorder(workspace, folder);
  const changes = new Changes({ workspace, folder });
  t.after(async () => {
    await recorder.close();
    await changes.close();
    await rm(root, { recursive: true, force: true });
  });
  const file = path.join(workspace, 'a.txt');
  let calls = 0;
  const agentWrites = async (at: number, text: string, session = 's'): Promise<void> => {
    const call = `call-${++calls}`;
    await recorder.begin({ session, turn: { id: `e${at}`, at }, call, tool: 'write', path: 'a.txt' });
    await writeFile(file, text);
    await recorder.end(call);
  };
  const userSaves = async (text: string): Promise<void> => {
    // A save in the millisecond in which a call ended may have been made during it.
    await nextMillisecond();
    await writeFile(file, text);
    const { state } = await readState(file);
    await changes.journal.append({ type: 'save', path: 'a.txt', after: state });
  };
  const undo = async (turn: number): Promise<void> => {
    const request = { turn: `user-${turn}` };
    const plan = await changes.plan('s', { undo: request }, undoScope(await changes.history(), 's', request));
    await changes.run(plan, {});
  };
  /** Each line with its author. */
  const lines = async (): Promise<string[]> => {
    const current = await readState(file);
    const history = await changes.history();
    const authors = await lineAuthors(history, { path: 'a.txt', session: 's', current }, (hash) =>
      changes.store.get(hash),
    );
    const texts = current.bytes!.toString().split('\n');
    return (authors ?? []).map((by, at) => `${texts[at]} ${word(by)}`);
  };
  return { file, agentWrites, userSaves, undo, lines };
}

async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() === now;) await setImmediate();
}

const word = (by: LineAuthor): string =>
  typeof by === 'string' ? by : by.isElsewhere ? `elsewhere ${by.turn}` : by.turn;

test('the author of each line is the message that wrote it, the user, or unknown', async (t) => {
  const { file, agentWrites, userSaves, lines } = await setUp(t);
  await writeFile(file, 'one\ntwo\nthree\n');
  await agentWrites(1000, 'one\nTWO\nthree\n');
  await userSaves('one\nTWO\nthree\nmine\n');
  await agentWrites(2000, 'zero\none\nTWO\nthree\nmine\n');
  assert.deepEqual(await lines(), [
    'zero user-2000',
    'one unknown',
    'TWO user-1000',
    'three unknown',
    'mine user',
  ]);
  await writeFile(file, 'zero\none\nTWO\nother\nmine\n');
  assert.deepEqual((await lines())[3], 'other unknown');
});

test('an undo gives lines back to those who wrote them before', async (t) => {
  const { agentWrites, undo, lines } = await setUp(t);
  await agentWrites(1000, 'one\ntwo\n');
  await agentWrites(2000, 'one\n2\nthree\n');
  assert.deepEqual(await lines(), ['one user-1000', '2 user-2000', 'three user-2000']);
  await undo(2000);
  assert.deepEqual(await lines(), ['one user-1000', 'two user-1000']);
});

test('a line that another conversation wrote is marked as such', async (t) => {
  const { agentWrites, lines } = await setUp(t);
  await agentWrites(1000, 'one\n', 'other');
  await agentWrites(2000, 'one\ntwo\n');
  assert.deepEqual(await lines(), ['one elsewhere user-1000', 'two user-2000']);
});
