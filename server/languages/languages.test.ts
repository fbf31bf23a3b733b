import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { changedFile, type ChangeList } from '../../shared/changes.ts';
import type { LanguageChoices } from '../../shared/languages.ts';
import { makeScriptedFolder } from './fixtures/scripted-server.ts';
import { Languages, type LanguageUser } from './languages.ts';
import type { TurnAgent } from './turns/turn-errors.ts';

const NONE: LanguageChoices = { servers: {}, added: [], turns: 'running', hasTool: false };

/** A folder with the scripted server as its TypeScript server, and an agent whose session has changed `a.ts` there. */
async function setUp(t: TestContext, { trust }: { trust: boolean }) {
  const { folder, received } = await makeScriptedFolder();
  const state = await mkdtemp(path.join(tmpdir(), 'languages-state-'));
  const before = process.env.PI_CODING_AGENT_DIR;
  process.env.PI_CODING_AGENT_DIR = state;
  const file = path.join(state, 'languages.json');
  const languages = new Languages({ file, onBug: (error) => assert.fail(String(error)) });
  t.after(async () => {
    if (before === undefined) delete process.env.PI_CODING_AGENT_DIR;
    else process.env.PI_CODING_AGENT_DIR = before;
    await languages.close();
    await Promise.all([folder, state].map((one) => rm(one, { recursive: true })));
  });
  await writeFile(path.join(folder, 'a.ts'), 'problems 2');
  const files = [{ ...changedFile('a.ts', 'created'), calls: ['call'] }];
  const list: ChangeList = {
    turns: [{ id: 'turn', at: 0, coverage: 'full', files }],
    files,
    store: { bytes: 0, limit: 0 },
    undos: [],
    queued: [],
  };
  let onChanges = (): void => undefined;
  const agent: TurnAgent & LanguageUser = {
    ...{ id: 'a', workspace: folder, pi: { flags: { trust } }, view: { run: null } },
    changes: { list: () => Promise.resolve(list), content: () => assert.fail('It was created.') },
    emit: (event) => event.type === 'panel_changes' && onChanges(),
  };
  const endTurn = (): void => {
    const start = { toolCallId: 'call', toolName: 'write', args: {}, panel_at: 0 };
    languages.turns.onEvent(agent, { type: 'tool_execution_start', ...start });
    languages.turns.onEvent(agent, { type: 'agent_settled' });
  };
  const changed = (): Promise<void> => new Promise((resolve) => (onChanges = resolve));
  return { folder, file, languages, agent, list, endTurn, changed, received };
}

test('in a folder without trust neither a turn nor the tool of pi starts a server, whatever the user has chosen', async (t) => {
  const { languages, agent, endTurn, received } = await setUp(t, { trust: false });
  await languages.choose({ ...NONE, turns: 'always', hasTool: true });
  endTurn();
  await assert.rejects(languages.diagnose(agent, ['a.ts']), /has not trusted this folder/);
  await languages.turns.settled;
  assert.deepEqual(await received(), []);
});

test('a turn starts a server only if the user wants that', async (t) => {
  const { languages, list, endTurn, changed, received } = await setUp(t, { trust: true });
  for (const turns of ['running', 'never'] as const) {
    await languages.choose({ ...NONE, turns });
    endTurn();
    await languages.turns.settled;
    assert.deepEqual(await received(), []);
  }
  await languages.choose({ ...NONE, turns: 'always' });
  const told = changed();
  endTurn();
  await told;
  assert.equal(languages.turns.addTo('a', list).turns[0]?.errors?.errors.length, 2);
});

test('the tool of pi lists the problems of the files that the session has changed, or of those that pi names', async (t) => {
  const { folder, languages, agent } = await setUp(t, { trust: true });
  assert.equal(
    await languages.diagnose(agent, undefined),
    'a.ts:1:1: error: problem 0\na.ts:1:1: error: problem 1',
  );
  await writeFile(path.join(folder, 'b.ts'), 'fine');
  assert.equal(
    await languages.diagnose(agent, ['@b.ts', path.join(folder, 'b.ts'), 'gone.ts', 'c.txt', '../x.ts']),
    [
      'gone.ts: it is not a text file of this folder.',
      'c.txt: it is not a text file of this folder.',
      '../x.ts: it is not a text file of this folder.',
      'b.ts: no problems.',
    ].join('\n'),
  );
});

test('a server that the user switches off ends, and its row says where its program is', async (t) => {
  const { folder, file, languages, agent } = await setUp(t, { trust: true });
  await languages.diagnose(agent, undefined);
  const rowOf = async (id: string) => (await languages.table(agent)).servers.find((one) => one.id === id)!;
  const { place, row } = await rowOf('typescript');
  assert.equal(place, path.join(folder, 'node_modules', '.bin', 'typescript-language-server'));
  assert.deepEqual([row?.state, row?.restarts], ['ready', 0]);
  await languages.choose({ ...NONE, servers: { typescript: { isOff: true }, vtsls: { isOff: true } } });
  assert.equal((await rowOf('typescript')).row, null);
  assert.equal(await languages.diagnose(agent, undefined), 'a.ts: no language server is there for it.');
  assert.match(await readFile(file, 'utf8'), /"isOff":true/);
});

test('a command of the user, and a server that the user has added, are used', async (t) => {
  const { folder, languages, agent } = await setUp(t, { trust: true });
  // The machine may have further servers for these languages.
  const withoutRuff = { ruff: { isOff: true } } as const;
  const command = [path.join(folder, 'node_modules', '.bin', 'typescript-language-server'), '--own'];
  await languages.choose({ ...NONE, servers: { pyright: { command }, ...withoutRuff } });
  await writeFile(path.join(folder, 'a.py'), 'problems 1');
  assert.equal(await languages.diagnose(agent, ['a.py']), 'a.py:1:1: error: problem 0');
  const added = [{ id: 'mine', command, languages: ['go'] }];
  await languages.choose({ ...NONE, servers: { gopls: { isOff: true } }, added });
  await writeFile(path.join(folder, 'a.go'), 'problems 1');
  assert.equal(await languages.diagnose(agent, ['a.go']), 'a.go:1:1: error: problem 0');
  const { servers } = await languages.table(agent);
  assert.deepEqual(
    servers.filter(({ isAdded }) => isAdded).map(({ id }) => id),
    ['own.mine'],
  );
});

test('the choices are there after a restart, and a file that is not valid is reported', async (t) => {
  const { file, languages } = await setUp(t, { trust: true });
  const choices = { ...NONE, turns: 'always' as const };
  await languages.choose(choices);
  const next = new Languages({ file, onBug: (error) => assert.fail(String(error)) });
  await next.choices.open();
  assert.deepEqual(next.choices.current, choices);
  await writeFile(file, '{"turns":"sometimes"}');
  await assert.rejects(new Languages({ file, onBug: () => undefined }).choices.open());
});
