// Sessions on real pi that have messages before pi has written a file for them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SessionState } from '../../shared/pi/commands.ts';
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
