// Sessions on real pi: the page follows wherever pi goes, and pi is led to no file that it would spoil.
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { SessionState } from '../../shared/pi/commands.ts';
import { sessionFolderName } from '../../server/sessions/agent-dir.ts';
import { onEveryPi } from './every-pi.ts';
import type { Lab } from './lab.ts';
import { assertIdle, rowsOf, wordsOf } from './said.ts';

const EXTENSION = `
export default function (pi) {
  let isHolding = false;
  pi.registerCommand('hold', { description: 'hold', handler: async () => { isHolding = true; } });
  pi.registerCommand('let-go', { description: 'let go', handler: async () => { isHolding = false; } });
  const hold = () => (isHolding ? { cancel: true } : undefined);
  pi.on('session_before_switch', hold);
  pi.on('session_before_fork', hold);
}`;

onEveryPi({ extension: EXTENSION, files: { 'a.txt': 'one\n' } }, (_pi, lab) => {
  test('a session that is not stored is refused, and pi does not hear of it', async () => {
    const panel = lab();
    await panel.startOver();
    const { session } = panel.view;
    const answer = await panel.command({ type: 'switch_session', session: '/tmp/never/was.jsonl' });
    assert.equal(answer.status, 404);
    assert.ok((await panel.sent()).every(({ type }) => type !== 'switch_session'));
    assert.deepEqual(panel.view.session, session);
  });

  test('a file that is no session cannot be named, and stays as it is', async () => {
    const panel = lab();
    await panel.startOver();
    const text = '{"type":"notes","id":"shopping"}\nmilk\n';
    const file = await storeFile(panel, 'shopping.jsonl', text);
    assert.equal((await panel.command({ type: 'switch_session', session: 'shopping' })).status, 404);
    assert.equal(await readFile(file, 'utf8'), text);
    await rm(file);
  });

  test('a session of another folder takes the page there, and the next session stays there', async () => {
    const panel = lab();
    await panel.startOver();
    const elsewhere = path.join(panel.folder, 'elsewhere');
    await mkdir(elsewhere, { recursive: true });
    await writeFile(path.join(elsewhere, 'b.txt'), 'two\n');
    await storeSession(panel, { id: 'other-folder', cwd: elsewhere });
    await panel.must({ type: 'switch_session', session: 'other-folder' });
    assert.equal(panel.view.workspace, elsewhere);
    assert.deepEqual(rowsOf(panel.view), ['You: from the file', 'Assistant: As stored.']);
    assert.deepEqual(await filesOf(panel), ['b.txt']);
    await panel.must({ type: 'bash', command: 'pwd' });
    const [run] = Object.values(panel.view.toolRuns);
    assert.equal(run?.output.tail.trim(), elsewhere);
    await panel.must({ type: 'new_session' });
    assert.equal(panel.view.workspace, elsewhere);
    await storeSession(panel, { id: 'back-home', cwd: panel.workspace });
    await panel.must({ type: 'switch_session', session: 'back-home' });
    assert.equal(panel.view.workspace, panel.workspace);
    assert.deepEqual(await filesOf(panel), ['a.txt']);
  });

  test('a session whose folder is gone is refused in words, and the page stays where it is', async () => {
    const panel = lab();
    await panel.startOver();
    const { session, workspace } = panel.view;
    await storeSession(panel, { id: 'gone-folder', cwd: path.join(panel.folder, 'gone') });
    const answer = await panel.command({ type: 'switch_session', session: 'gone-folder' });
    assert.match(wordsOf(answer), /does not exist/);
    assert.deepEqual([panel.view.session, panel.view.workspace], [session, workspace]);
    await assertIdle(panel);
  });

  test('what an extension holds back changes nothing on the page', async () => {
    const panel = lab();
    await panel.startOver();
    panel.model.queue([{ steps: [{ text: 'Kept.' }] }]);
    await panel.must({ type: 'prompt', message: 'keep' });
    await panel.until('it is answered', ({ entries }) => entries.length === 2);
    await panel.idle();
    await panel.must({ type: 'prompt', message: '/hold' });
    const { session } = panel.view;
    const messages = await panel.must<{ messages: { entryId: string }[] }>({ type: 'get_fork_messages' });
    assert.equal((await panel.must<{ cancelled: boolean }>({ type: 'new_session' })).cancelled, true);
    const fork = { type: 'fork', entryId: messages.messages[0]!.entryId } as const;
    assert.equal((await panel.must<{ cancelled: boolean }>(fork)).cancelled, true);
    assert.deepEqual(panel.view.session, session);
    assert.deepEqual(rowsOf(panel.view), ['You: keep', 'Assistant: Kept.']);
    await panel.must({ type: 'prompt', message: '/let-go' });
  });

  test('a session without anything said has no last text, and cannot be cloned or exported: in words', async () => {
    const panel = lab();
    await panel.startOver();
    assert.deepEqual(await panel.must({ type: 'get_last_assistant_text' }), {});
    for (const type of ['clone', 'export_html'] as const) {
      const answer = await panel.command({ type });
      assert.equal(answer.body.success, false, type);
      assert.match(wordsOf(answer), /\w+ \w+/, type);
    }
  });

  test('a session of an old format is migrated by pi and shown whole', async () => {
    const panel = lab();
    await panel.startOver();
    const time = '2025-11-20T10:00:00.000Z';
    const user = { role: 'user', content: 'old words', timestamp: 1763632800000 };
    const text = [
      { type: 'session', id: 'first-format', timestamp: time, cwd: panel.workspace },
      { type: 'message', timestamp: time, message: user },
      { type: 'message', timestamp: time, message: assistant('Old answer.', 1763632801000) },
    ];
    await storeFile(panel, 'first-format.jsonl', text.map((line) => JSON.stringify(line)).join('\n') + '\n');
    await panel.must({ type: 'switch_session', session: 'first-format' });
    assert.deepEqual(rowsOf(panel.view), ['You: old words', 'Assistant: Old answer.']);
    panel.model.queue([{ steps: [{ text: 'New answer.' }] }]);
    await panel.must({ type: 'prompt', message: 'new words' });
    await panel.until('it is answered', ({ entries }) => entries.length === 4);
    await panel.idle();
    const { messages } = await panel.must<{ messages: { role: string }[] }>({ type: 'get_messages' });
    assert.equal(messages.filter(({ role }) => role !== 'system').length, 4);
  });

  test('the name that a person gives is stored, and what is blank is refused', async () => {
    const panel = lab();
    await panel.startOver();
    await panel.must({ type: 'set_session_name', name: '  named  ' });
    await panel.until('it is shown', ({ session }) => session?.name === 'named');
    assert.equal((await panel.must<SessionState>({ type: 'get_state' })).sessionName, 'named');
    assert.equal((await panel.command({ type: 'set_session_name', name: '   ' })).status, 400);
  });
});

async function filesOf(panel: Lab): Promise<string[]> {
  const response = await panel.ask(`agents/${panel.agent}/files?path=`);
  return ((await response.json()) as { entries: { name: string }[] }).entries.map(({ name }) => name);
}

/** Where pi keeps the sessions of its working folder. */
async function storeFile(panel: Lab, name: string, text: string): Promise<string> {
  const folder = path.join(panel.folder, 'agent', 'sessions', sessionFolderName(panel.workspace));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}

async function storeSession(panel: Lab, { id, cwd }: { id: string; cwd: string }): Promise<void> {
  const timestamp = '2025-11-20T10:00:00.000Z';
  const user = { role: 'user', content: [{ type: 'text', text: 'from the file' }], timestamp: 1763632800000 };
  const lines = [
    { type: 'session', version: 3, id, timestamp, cwd },
    { type: 'message', id: 'aaaaaaaa', parentId: null, timestamp, message: user },
    {
      type: 'message',
      id: 'bbbbbbbb',
      parentId: 'aaaaaaaa',
      timestamp,
      message: assistant('As stored.', 1763632801000),
    },
  ];
  await storeFile(panel, `${id}.jsonl`, lines.map((line) => JSON.stringify(line)).join('\n') + '\n');
}

function assistant(text: string, timestamp: number): object {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content: [{ type: 'text', text }],
    api: 'openai-completions',
    provider: 'demo',
    model: 'demo-tour',
    usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost },
    stopReason: 'stop',
    timestamp,
  };
}
