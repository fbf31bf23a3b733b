// Sessions on real pi: the page follows pi everywhere, and pi never opens a file that it would damage.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionFolderName } from '../../server/sessions/agent-dir.ts';
import type { SessionState } from '../../shared/pi/commands.ts';
import { writeLongSession } from '../bench/lab/long-session.ts';
import type { View } from '../../shared/view/view.ts';
import { assistantMessage, storeSession, storeSessionFile } from '../panel/session-files.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { assertIdle, rowsOf, reasonOf } from './summaries.ts';

const EXTENSION = `
export default function (pi) {
  let isHolding = false;
  pi.registerCommand('hold', { description: 'hold', handler: async () => { isHolding = true; } });
  pi.registerCommand('let-go', { description: 'let go', handler: async () => { isHolding = false; } });
  const hold = () => (isHolding ? { cancel: true } : undefined);
  pi.on('session_before_switch', hold);
  pi.on('session_before_fork', hold);
}`;

// The large session is longer than the context of the model.
const settings = { compaction: { enabled: false } };

onEveryPi({ extension: EXTENSION, files: { 'a.txt': 'one\n' }, settings }, ({ test }) => {
  test('an unknown session is refused and does not reach pi', async (panel) => {
    const { session } = panel.view;
    const answer = await panel.tryCommand({ type: 'switch_session', session: '/tmp/never/was.jsonl' });
    assert.equal(answer.status, 404);
    assert.ok((await panel.sent()).every(({ type }) => type !== 'switch_session'));
    assert.deepEqual(panel.view.session, session);
  });

  test('a file that is not a session cannot be opened and stays unchanged', async (panel) => {
    const lines = ['{"type":"notes","id":"shopping"}', 'milk'];
    const { agentDir, workspace: folder } = panel.folders;
    const file = await storeSessionFile(agentDir, { folder, name: 'shopping.jsonl', lines });
    assert.equal((await panel.tryCommand({ type: 'switch_session', session: 'shopping' })).status, 404);
    assert.equal(await readFile(file, 'utf8'), `${lines.join('\n')}\n`);
    await rm(file);
  });

  test('resuming a session of another folder changes the workspace, and the next session stays there', async (panel) => {
    const elsewhere = path.join(panel.folders.root, 'elsewhere');
    await mkdir(elsewhere, { recursive: true });
    await writeFile(path.join(elsewhere, 'b.txt'), 'two\n');
    await store(panel, 'other-folder', elsewhere);
    await panel.command({ type: 'switch_session', session: 'other-folder' });
    assert.equal(panel.view.workspace, elsewhere);
    assert.deepEqual(rowsOf(panel.view), ['You: from the file', 'Assistant: As stored.']);
    assert.deepEqual(await filesOf(panel), ['b.txt']);
    await panel.command({ type: 'bash', command: 'pwd' });
    const [run] = Object.values(panel.view.toolRuns);
    assert.equal(run?.output.tail.trim(), elsewhere);
    await panel.command({ type: 'new_session' });
    assert.equal(panel.view.workspace, elsewhere);
    await store(panel, 'back-home', panel.workspace);
    await panel.command({ type: 'switch_session', session: 'back-home' });
    assert.equal(panel.view.workspace, panel.workspace);
    assert.deepEqual(await filesOf(panel), ['a.txt']);
  });

  test('a session whose folder no longer exists is refused with a reason, and the page stays where it is', async (panel) => {
    const { session, workspace } = panel.view;
    await store(panel, 'gone-folder', path.join(panel.folders.root, 'gone'));
    const answer = await panel.tryCommand({ type: 'switch_session', session: 'gone-folder' });
    assert.match(reasonOf(answer), /does not exist/);
    assert.deepEqual([panel.view.session, panel.view.workspace], [session, workspace]);
    await assertIdle(panel);
  });

  test('a session change that an extension cancels changes nothing on the page', async (panel) => {
    await panel.converse('keep', 'Kept.');
    await panel.command({ type: 'prompt', message: '/hold' });
    const { session } = panel.view;
    const messages = await panel.command<{ messages: { entryId: string }[] }>({ type: 'get_fork_messages' });
    assert.equal((await panel.command<{ cancelled: boolean }>({ type: 'new_session' })).cancelled, true);
    const fork = { type: 'fork', entryId: messages.messages[0]!.entryId } as const;
    assert.equal((await panel.command<{ cancelled: boolean }>(fork)).cancelled, true);
    assert.deepEqual(panel.view.session, session);
    assert.deepEqual(rowsOf(panel.view), ['You: keep', 'Assistant: Kept.']);
    await panel.command({ type: 'prompt', message: '/let-go' });
  });

  test('a large session is shown before pi has loaded it, and a message sent meanwhile is stored there', async (panel) => {
    const file = await storeLarge(panel);
    const early = panel.until('its end is shown', (view) => view.session?.id === LARGE && !view.ready);
    const switched = panel.command({ type: 'switch_session', session: LARGE });
    assert.match(rowsOf(await early).at(-1) ?? '', /^Assistant: /);
    panel.model.queue([{ steps: [{ text: 'In the large one.' }] }]);
    await panel.command({ type: 'prompt', message: 'where is this' });
    await switched;
    await panel.until('pi has it', ({ ready }) => ready);
    const isAnswered = (view: View): boolean => rowsOf(view).at(-1) === 'Assistant: In the large one.';
    assert.equal(rowsOf(await panel.until('it is answered', isAnswered)).at(-2), 'You: where is this');
    await panel.idle();
    assert.match((await readFile(file, 'utf8')).slice(-5000), /where is this/);
    await rm(file);
  });

  test('a large session that an extension keeps pi from opening leaves the page where it was', async (panel) => {
    const file = await storeLarge(panel);
    await panel.converse('keep', 'Kept.');
    await panel.until('its cost is known', ({ stats }) => stats?.cost);
    await panel.command({ type: 'prompt', message: '/hold' });
    const { session, workspace, stats } = panel.view;
    const early = panel.until('its end is shown', (view) => view.session?.id === LARGE);
    const switched = panel.command<{ cancelled: boolean }>({ type: 'switch_session', session: LARGE });
    await early;
    assert.equal((await switched).cancelled, true);
    await panel.until('pi is ready again', ({ ready }) => ready);
    assert.deepEqual([panel.view.session, panel.view.workspace], [session, workspace]);
    assert.equal(panel.view.stats?.cost, stats?.cost);
    assert.deepEqual(rowsOf(panel.view), ['You: keep', 'Assistant: Kept.']);
    await panel.command({ type: 'prompt', message: '/let-go' });
    await panel.converse('go on', 'Here.');
    await rm(file);
  });

  test('a session whose model is gone says with a row and a notice which one it had and which one pi takes', async (panel) => {
    const { agentDir, workspace: folder } = panel.folders;
    const at = Date.parse('2026-01-05T10:00:00Z');
    const answer = { ...assistantMessage('As stored.', at), provider: 'lab', model: 'gone' };
    const lines = [
      { type: 'session', version: 3, id: 'gone-model', timestamp: new Date(at).toISOString(), cwd: folder },
      ...[{ role: 'user', content: 'from the file', timestamp: at }, answer].map((message, n) => ({
        type: 'message',
        id: `0000000${n}`,
        parentId: n === 0 ? null : '00000000',
        timestamp: new Date(at + n).toISOString(),
        message,
      })),
    ];
    await storeSessionFile(agentDir, { folder, name: 'gone-model.jsonl', lines });
    await panel.command({ type: 'switch_session', session: 'gone-model' });
    const words = 'This session used the model lab/gone until now. pi continues it with demo/demo-tour.';
    assert.deepEqual(
      panel.view.notices.map(({ message }) => message).filter((message) => message.includes('lab/gone')),
      [words],
    );
    const last = panel.view.entries.at(-1)?.message;
    assert.equal(last?.role === 'custom' && last.content, words);
    await panel.converse('go on', 'Here.');
    await panel.command({ type: 'new_session' });
    await panel.command({ type: 'switch_session', session: 'gone-model' });
    assert.ok(!panel.view.entries.some(({ message }) => message.role === 'custom'), 'it has this model now');
  });

  test('a session that begins from the open one names it as its parent, once that one is saved', async (panel) => {
    const early = await panel.tryCommand({ type: 'new_session', fromThis: true });
    assert.deepEqual(
      [early.status, reasonOf(early)],
      [409, 'This session is not saved yet, so none can begin from it.'],
    );
    await panel.converse('one', 'First.');
    const parent = (await panel.command<SessionState>({ type: 'get_state' })).sessionFile;
    await panel.command({ type: 'new_session', fromThis: true });
    assert.deepEqual(rowsOf(panel.view), []);
    await panel.converse('two', 'Second.');
    const { sessionFile = '' } = await panel.command<SessionState>({ type: 'get_state' });
    const [header = ''] = (await readFile(sessionFile, 'utf8')).split('\n');
    assert.equal((JSON.parse(header) as { parentSession?: string }).parentSession, parent);
  });

  test('an empty session has no last answer, and cloning or exporting it is refused with a reason', async (panel) => {
    assert.deepEqual(await panel.command({ type: 'get_last_assistant_text' }), {});
    for (const type of ['clone', 'export_html'] as const) {
      const answer = await panel.tryCommand({ type });
      assert.equal(answer.body.success, false, type);
      assert.match(reasonOf(answer), /\w+ \w+/, type);
    }
  });

  test('a session in an old format is migrated by pi and shown completely', async (panel) => {
    const time = '2025-11-20T10:00:00.000Z';
    const user = { role: 'user', content: 'old words', timestamp: 1763632800000 };
    const lines = [
      { type: 'session', id: 'first-format', timestamp: time, cwd: panel.workspace },
      { type: 'message', timestamp: time, message: user },
      { type: 'message', timestamp: time, message: assistantMessage('Old answer.', 1763632801000) },
    ];
    const { agentDir, workspace: folder } = panel.folders;
    await storeSessionFile(agentDir, { folder, name: 'first-format.jsonl', lines });
    await panel.command({ type: 'switch_session', session: 'first-format' });
    assert.deepEqual(rowsOf(panel.view), ['You: old words', 'Assistant: Old answer.']);
    await panel.converse('new words', 'New answer.');
    const { messages } = await panel.command<{ messages: { role: string }[] }>({ type: 'get_messages' });
    assert.equal(messages.filter(({ role }) => role !== 'system').length, 4);
  });

  test('a session name is stored, and a blank one is refused', async (panel) => {
    await panel.command({ type: 'set_session_name', name: '  named  ' });
    await panel.until('the name is shown', ({ session }) => session?.name === 'named');
    assert.equal((await panel.command<SessionState>({ type: 'get_state' })).sessionName, 'named');
    assert.equal((await panel.tryCommand({ type: 'set_session_name', name: '   ' })).status, 400);
  });
});

const LARGE = 'f0f0f0f0-0000-4000-8000-000000000106';

/** Stores a session of 12 MB, for which pi needs longer than the panel. */
async function storeLarge(panel: Lab): Promise<string> {
  const { agentDir, workspace: cwd } = panel.folders;
  const file = path.join(agentDir, 'sessions', sessionFolderName(cwd), `${LARGE}.jsonl`);
  await mkdir(path.dirname(file), { recursive: true });
  await writeLongSession(file, { id: LARGE, cwd, messages: 300, bytes: 12e6 });
  return file;
}

async function filesOf(panel: Lab): Promise<string[]> {
  const response = await panel.fetch(`agents/${panel.agent}/files?path=`);
  return ((await response.json()) as { entries: { name: string }[] }).entries.map(({ name }) => name);
}

/** Stores a session that worked in `cwd`, where pi keeps those of the workspace. */
function store(panel: Lab, id: string, cwd: string): Promise<void> {
  const texts = ['from the file', 'As stored.'];
  return storeSession(panel.folders.agentDir, { id, cwd, folder: panel.workspace, texts });
}
