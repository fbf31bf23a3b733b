import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { changedFile, type ChangedFile, type ChangeList, type TurnErrors } from '../../../shared/changes.ts';
import type { LanguageMessage } from '../../../shared/languages.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { makeScriptedFolder } from '../fixtures/scripted-server.ts';
import { LanguageWorkspace } from '../language-workspace.ts';
import { AgentTurnErrors, type TurnAgent } from './turn-errors.ts';

const LIMITS = { first: 5000, quiet: 30, edited: 60, ping: 1000 };
const START = { toolName: 'edit', args: {}, panel_at: 0 };

/** An agent whose turns change files of a folder with the scripted server, which a page has started. */
async function setUp(t: TestContext) {
  const { folder, received } = await makeScriptedFolder();
  const workspace = new LanguageWorkspace({
    folder,
    checkLimits: LIMITS,
    onBug: (error) => assert.fail(String(error)),
  });
  const errors = new AgentTurnErrors({
    serversOf: (_agent, file) => workspace.runningServers(file),
    onBug: (error) => assert.fail(String(error)),
  });
  const list: ChangeList = { turns: [], files: [], store: { bytes: 0, limit: 0 }, undos: [], queued: [] };
  const before = new Map<string, string>();
  let onChanges = (): void => undefined;
  const agent: TurnAgent = {
    ...{ id: 'a', workspace: folder, pi: { flags: {} }, view: { run: null } },
    changes: {
      list: () => Promise.resolve(list),
      content: (file) => Promise.resolve(Buffer.from(before.get(file)!)),
    },
    emit: (event) => event.type === 'panel_changes' && onChanges(),
  };
  let number = 0;
  const send = (...messages: LanguageMessage[]): Promise<void> =>
    workspace.receive({ page: 'p', number: ++number, messages }, () => Promise.resolve(true));
  const follower = workspace.follow('p');
  t.after(async () => {
    errors.close();
    follower.close();
    await workspace.close();
    await rm(folder, { recursive: true });
  });
  const event = (one: ViewEvent): void => errors.onEvent(agent, one);
  const changed = (): Promise<void> => new Promise((resolve) => (onChanges = resolve));
  const write = (file: string, text: string): Promise<void> => writeFile(path.join(folder, file), text);

  /** A turn that writes this text to a file which had another one, or was not there. */
  async function turn(id: string, file: string, [old, text]: [string | null, string]): Promise<void> {
    if (old !== null) before.set(file, old);
    await write(file, text);
    const kind = old === null ? 'created' : 'modified';
    const files: ChangedFile[] = [{ ...changedFile(file, kind), calls: [`call of ${id}`] }];
    list.turns.push({ id, at: 0, coverage: 'full', files });
    event({ type: 'tool_execution_start', toolCallId: `call of ${id}`, ...START });
    event({ type: 'agent_settled' });
  }
  const found = (): (TurnErrors | undefined)[] => errors.addTo('a', list).turns.map((one) => one.errors);
  const problemsOfPage = (): string => follower.takeUnsent()?.toString() ?? '';
  return { folder, send, turn, changed, found, event, write, received, problemsOfPage };
}

const open = (file: string, text: string): LanguageMessage => ({ open: { path: file, text } });
const messagesOf = (found: TurnErrors | undefined): string[] =>
  found?.errors.map(({ message }) => message) ?? [];

test('a turn has the errors that its file did not have before, also in a file that no page has opened', async (t) => {
  const { send, turn, changed, found } = await setUp(t);
  await send(open('open.ts', ''));
  const told = changed();
  await turn('one', 'a.ts', ['problems 2', 'problems 3']);
  await told;
  assert.deepEqual(messagesOf(found()[0]), ['problem 2']);
  assert.deepEqual(found()[0], {
    errors: [{ path: 'a.ts', line: 1, message: 'problem 2', source: null, code: null }],
    more: 0,
    mended: 0,
  });
});

test('a created file has had no errors, and thousands are counted but not kept', async (t) => {
  const { send, turn, changed, found } = await setUp(t);
  await send(open('open.ts', ''));
  const told = changed();
  await turn('one', 'a.ts', [null, 'problems 2000']);
  await told;
  assert.deepEqual([found()[0]?.errors.length, found()[0]?.more], [50, 1950]);
});

test('a later turn that mends the errors makes them mended, and has none itself', async (t) => {
  const { send, turn, changed, found } = await setUp(t);
  await send(open('open.ts', ''));
  let told = changed();
  await turn('one', 'a.ts', ['', 'problems 2']);
  await told;
  told = changed();
  await turn('two', 'a.ts', ['problems 2', 'problems 1']);
  await told;
  assert.deepEqual([messagesOf(found()[0]), found()[0]?.mended, found()[1]], [['problem 0'], 1, undefined]);
});

test('errors that the user mends, or whose file the user removes, are mended', async (t) => {
  const { folder, send, turn, changed, found, event, write } = await setUp(t);
  await send(open('open.ts', ''));
  let told = changed();
  await turn('one', 'a.ts', ['', 'problems 2']);
  await told;
  told = changed();
  await write('a.ts', 'problems 1');
  event({ type: 'panel_files_changed', paths: ['a.ts'] });
  await told;
  assert.deepEqual([messagesOf(found()[0]), found()[0]?.mended], [['problem 0'], 1]);
  told = changed();
  await rm(path.join(folder, 'a.ts'));
  event({ type: 'panel_files_changed', paths: [''] });
  await told;
  assert.deepEqual(found()[0], { errors: [], more: 0, mended: 2 });
});

test('errors are looked at again when a file changes on which theirs may depend', async (t) => {
  const { send, turn, changed, found, event, write } = await setUp(t);
  await send(open('open.ts', ''));
  let told = changed();
  await turn('one', 'a.ts', ['', 'problems 2']);
  await told;
  told = changed();
  // As if the errors of this file were mended by the other one.
  await write('a.ts', 'problems 0');
  event({ type: 'panel_files_changed', paths: ['types.ts'] });
  await told;
  assert.deepEqual(found()[0], { errors: [], more: 0, mended: 2 });
});

test('a page gets no problems of texts that it does not have, and its unsaved text is given back', async (t) => {
  const { send, turn, changed, received, problemsOfPage } = await setUp(t);
  await send(open('a.ts', 'unsaved, problems 1'));
  let told = '';
  while (!told.includes('problem 0')) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    told += problemsOfPage();
  }
  const done = changed();
  await turn('one', 'a.ts', ['problems 7', 'problems 9']);
  await done;
  while ((await received()).at(-1) !== 'textDocument/didChange')
    await new Promise((resolve) => setTimeout(resolve, 10));
  const later = problemsOfPage();
  assert.ok(!later.includes('problem 6'), later);
});

test('a check gives way to a page that types, and has its result afterwards', async (t) => {
  const { send, turn, changed, found } = await setUp(t);
  await send(open('b.ts', ''));
  const told = changed();
  await turn('one', 'a.ts', ['problems 1', 'problems 2']);
  await send({ change: { path: 'b.ts', edits: [{ offset: 0, length: 0, text: 'x' }] } });
  assert.deepEqual(found(), [undefined]);
  await told;
  assert.deepEqual(messagesOf(found()[0]), ['problem 1']);
});

test('a server that crashes in a check leaves the turn without a word about errors', async (t) => {
  const { send, turn, received, found, changed } = await setUp(t);
  await send(open('open.ts', ''));
  await turn('one', 'a.ts', ['', 'crash']);
  // It is started again for the open file. The next turn is checked as ever.
  while ((await received()).filter((method) => method === 'initialize').length < 2)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(found(), [undefined]);
  const told = changed();
  await turn('two', 'b.ts', ['', 'problems 1']);
  await told;
  assert.deepEqual(messagesOf(found()[1]), ['problem 0']);
});
