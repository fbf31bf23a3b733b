// Sessions on real pi that have messages before pi has written a file for them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SessionState } from '../../shared/pi/commands.ts';
import type { View } from '../../shared/view/view.ts';
import { onEveryPi } from './every-pi.ts';
import { rowsOf } from './summaries.ts';

// The extension writes no answer, because pi writes the file with the first one (up to 0.87.1).
const EXTENSION = `
export default function (pi) {
  pi.registerCommand('prepares', { description: 'prepares', handler: async (_args, ctx) => {
    await ctx.newSession({ setup: async (session) => {
      session.appendMessage({ role: 'user', content: [{ type: 'text', text: 'prepared' }], timestamp: Date.now() });
      session.appendCustomMessageEntry('note', 'noted', true);
      session.appendCustomMessageEntry('note', 'hidden', false);
    } });
  } });
}`;

const PREPARED = ['You: prepared', 'custom'];

onEveryPi({ extension: EXTENSION }, ({ test }) => {
  test('the messages with which an extension begins a session are shown, before and after pi writes its file', async (panel) => {
    await panel.command({ type: 'prompt', message: '/prepares' });
    assert.deepEqual(rowsOf(panel.view), PREPARED);
    assert.deepEqual(rowsOf(await panel.snapshot()), PREPARED);
    panel.model.queue([{ steps: [{ text: 'Answered.' }] }]);
    await panel.command({ type: 'prompt', message: 'go on' });
    const rows = [...PREPARED, 'You: go on', 'Assistant: Answered.'];
    assert.deepEqual(rowsOf(await panel.settled(rows.length)), rows);
    const { sessionFile } = await panel.command<SessionState>({ type: 'get_state' });
    assert.ok(sessionFile && existsSync(sessionFile), path.basename(sessionFile ?? ''));
    await panel.until('the rows are those of the file', ({ entries }) => entries.every(({ id }) => id));
    assert.deepEqual(rowsOf(panel.view), rows);
  });
});

onEveryPi({ extension: EXTENSION, piOptions: ['--no-session'] }, ({ test }) => {
  test('without files of sessions, the messages of a session that an extension begins or forks are shown', async (panel) => {
    await panel.command({ type: 'prompt', message: '/prepares' });
    assert.deepEqual(rowsOf(panel.view), PREPARED);
    await panel.converse('one', 'First.');
    await panel.converse('two', 'Second.');
    const { messages } = await panel.command<{ messages: { entryId: string; text: string }[] }>({
      type: 'get_fork_messages',
    });
    const { entryId } = messages.find(({ text }) => text === 'two')!;
    await panel.command({ type: 'fork', entryId });
    const rows = [...PREPARED, 'You: one', 'Assistant: First.'];
    assert.deepEqual(rowsOf(panel.view), rows);
    assert.deepEqual(rowsOf(await panel.snapshot()), rows);
  });
});

onEveryPi({ piOptions: ['--session-id', 'chosen', '--name', 'Given'] }, ({ test }) => {
  test(
    'a restart before the first message keeps the id and the name of the session, also of one that was renamed or begun since',
    { inNewSession: false },
    async (panel) => {
      await panel.restart({ trust: true });
      assert.deepEqual(named(panel.view), ['chosen', 'Given', null]);
      await panel.command({ type: 'set_session_name', name: 'Renamed' });
      await panel.restart();
      assert.deepEqual(named(panel.view), ['chosen', 'Renamed', null]);
      await panel.startOver();
      const { id } = panel.view.session!;
      await panel.restart();
      assert.deepEqual(named(panel.view), [id, undefined, null]);
      await panel.converse('one', 'First.');
      await panel.restart();
      assert.deepEqual(named(panel.view), [id, undefined, null]);
      assert.deepEqual(rowsOf(panel.view), ['You: one', 'Assistant: First.']);
      // Of the session of the user's own --session-id, pi says that it is new.
      const notices = panel.view.notices.filter(({ message }) => !message.includes("id 'chosen'"));
      assert.deepEqual(notices, []);
    },
  );
});

onEveryPi({ piOptions: ['--session', 'new.jsonl', '--name', 'Given'] }, ({ test }) => {
  test(
    'a restart before the first message keeps the file that pi was to begin',
    { inNewSession: false },
    async (panel) => {
      await panel.restart();
      assert.deepEqual([panel.view.exit, panel.view.session?.name], [null, 'Given']);
      await panel.converse('one', 'First.');
      assert.match(await readFile(path.join(panel.workspace, 'new.jsonl'), 'utf8'), /First\./);
    },
  );
});

const BREAKS = `
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
export default function () {
  if (existsSync('breaks')) throw new Error('on purpose');
}`;
const SOURCE = [
  { type: 'session', version: 3, id: 'source', timestamp: '2026-01-05T10:00:00.000Z', cwd: '/' },
  {
    type: 'message',
    id: '00000001',
    parentId: null,
    timestamp: '2026-01-05T10:00:00.000Z',
    message: { role: 'user', content: 'of the source', timestamp: 1767607200000 },
  },
];
const files = { breaks: '', 'source.jsonl': SOURCE.map((line) => `${JSON.stringify(line)}\n`).join('') };

onEveryPi(
  { extension: BREAKS, files, piOptions: ['--fork', 'source.jsonl', '--name', 'Forked'] },
  ({ test }) => {
    test(
      'what pi was to do with a session and could not, because an extension does not load, the next pi does',
      { inNewSession: false },
      async (panel) => {
        assert.match(panel.view.exit?.stderr ?? '', /on purpose/);
        await rm(path.join(panel.workspace, 'breaks'));
        await panel.restart();
        assert.deepEqual([panel.view.exit, panel.view.session?.name], [null, 'Forked']);
        assert.deepEqual(rowsOf(panel.view), ['You: of the source']);
        const { id } = panel.view.session!;
        await panel.restart();
        assert.deepEqual(named(panel.view), [id, 'Forked', null]);
        assert.deepEqual(rowsOf(panel.view), ['You: of the source']);
      },
    );
  },
);

function named({ session, exit }: View): unknown[] {
  return [session?.id, session?.name, exit];
}
