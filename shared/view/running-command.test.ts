import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_QUEUE, type Queued } from './queue.ts';
import { dialogsOf, screensOf } from './running-command.ts';
import { emptyView, type Dialog, type View } from './view.ts';

const command: Queued = { id: 'c', text: '/deploy to staging', state: 'running', startedAt: 5 };

function dialog(id: string, openedAt: number, by?: string): Dialog {
  const asker = by === undefined ? {} : { by: { extension: 'x', path: '/x.ts', command: by } };
  return { type: 'extension_ui_request', method: 'confirm', id, title: 'Sure?', openedAt, ...asker };
}

function view(dialogs: Dialog[], running: Queued[] = [command]): View {
  return { ...emptyView('/home/me/project'), dialogs, queue: { ...EMPTY_QUEUE, running } };
}

const ids = (dialogs: readonly Dialog[]): string[] => dialogs.map(({ id }) => id);

test('a command waits for the dialogs that name it', () => {
  const open = [dialog('a', 6, 'deploy'), dialog('b', 7, 'other'), dialog('c', 8)];
  assert.deepEqual(ids(dialogsOf(view(open), command)), ['a']);
});

test('dialogs without a name belong to the only command that runs, if they opened since it started', () => {
  const open = [dialog('before', 4), dialog('since', 6)];
  assert.deepEqual(ids(dialogsOf(view(open), command)), ['since']);
  assert.deepEqual(dialogsOf(view(open, [command, { ...command, id: 'd', text: '/other' }]), command), []);
  assert.deepEqual(dialogsOf({ ...view(open), run: { startedAt: 1 } }, command), []);
});

test('a command waits for the screens that take keys, while only this one runs; an editor belongs to no command', () => {
  const screen = { columns: 1, rows: 1 };
  const drawn = (['screen', 'overlay', 'editor', 'footer'] as const).map((kind) => ({
    id: kind,
    kind,
    screen,
    lines: [],
  }));
  const shown = (more: Partial<View>): string[] =>
    screensOf({ ...view([]), drawn, ...more }).map(({ id }) => id);
  assert.deepEqual(shown({}), ['screen', 'overlay']);
  assert.deepEqual(shown({ run: { startedAt: 1 } }), []);
  assert.deepEqual(shown({ queue: { ...EMPTY_QUEUE, running: [command, command] } }), []);
  assert.deepEqual(ids(dialogsOf(view([dialog('same moment', 5)]), command)), ['same moment']);
});
