import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../shared/refusal.ts';
import type { PageCommand } from '../../../shared/wire.ts';
import { parseCommand } from './parse-command.ts';

/** Every command with all of its fields. */
const WHOLE: { [T in PageCommand['type']]: Omit<Extract<PageCommand, { type: T }>, 'type'> } = {
  prompt: { message: 'hello', images: [], streamingBehavior: 'steer' },
  steer: { message: 'hello', images: [] },
  follow_up: { message: 'hello', images: [] },
  abort: {},
  clear_queue: {},
  new_session: {},
  get_state: {},
  get_messages: {},
  set_model: { provider: 'demo', modelId: 'demo-tour' },
  cycle_model: {},
  get_available_models: {},
  set_thinking_level: { level: 'low' },
  cycle_thinking_level: {},
  get_available_thinking_levels: {},
  set_steering_mode: { mode: 'all' },
  set_follow_up_mode: { mode: 'all' },
  compact: { customInstructions: 'short' },
  set_auto_compaction: { enabled: true },
  set_auto_retry: { enabled: true },
  abort_retry: {},
  bash: { command: 'ls', excludeFromContext: true },
  abort_bash: {},
  get_session_stats: {},
  export_html: {},
  switch_session: { session: '01a1' },
  fork: { entryId: 'abcd' },
  clone: {},
  get_fork_messages: {},
  get_entries: { since: 'abcd' },
  get_tree: {},
  get_last_assistant_text: {},
  set_session_name: { name: 'A name' },
  get_commands: {},
  panel_tree: {},
  panel_navigate: { entryId: 'abcd', summarize: true, instructions: 'short' },
  panel_label: { entryId: 'abcd', label: 'here' },
  panel_context: {},
  panel_edit_context: { entryId: 'e', act: 'omit' },
  panel_note_plan: { plan: 'assistant-1', notes: { comments: [[2, 'Twice']], edited: '' } },
  panel_quotas: {},
  panel_child: { child: 'c', act: 'steer', text: 'Go on' },
  panel_tools: {},
  panel_loaded: {},
  panel_draw: { columns: 80, rows: [{ kind: 'entry', id: 'e1', isExpanded: false }] },
  panel_press: { data: '\u001b' },
  panel_shortcut: { path: '/x.ts', key: 'ctrl+u' },
  panel_complete: { before: '/paint r', after: '' },
  panel_themes: {},
  panel_use_tools: { names: ['read'] },
  panel_share: {},
  panel_share_send: { download: 'pi-panel-export-a', isCleaned: true },
  panel_bug: { hint: 'It stops', withSession: true, withSummary: false },
  panel_bug_send: { download: 'pi-panel-export-a', to: 'zip' },
  panel_reload: {},
};

test('every command is accepted with all of its fields, and refused with a 400 that names a wrong or unknown field', () => {
  const types = Object.keys(WHOLE) as PageCommand['type'][];
  assert.equal(types.filter((type) => !type.startsWith('panel_')).length, 33);
  for (const type of types) {
    const whole = { type, ...WHOLE[type] };
    assert.deepEqual(parseCommand(whole), whole);
    for (const field of Object.keys(WHOLE[type]))
      for (const wrong of [null, 7, {}, [{}]] as unknown[])
        refuses({ ...whole, [field]: wrong }, type, field);
    for (const foreign of ['id', 'sessionPath', 'outputPath', '__proto__'])
      refuses(JSON.parse(JSON.stringify({ ...whole }).replace('{', `{"${foreign}":"x",`)), type, foreign);
  }
});

function refuses(command: unknown, type: string, field: string): void {
  assert.throws(
    () => parseCommand(command),
    (error) =>
      error instanceof Refusal && error.status === 400 && error.message.startsWith(`${type}: ${field}`),
    `${JSON.stringify(command)} is not refused for its ${field}`,
  );
}

const good = [
  { type: 'prompt', message: 'hello' },
  { type: 'prompt', message: 'hello', streamingBehavior: 'followUp' },
  { type: 'prompt', message: 'look', images: [{ type: 'image', data: 'aGk=', mimeType: 'image/png' }] },
  { type: 'steer', message: 'no, the other file' },
  { type: 'abort' },
  { type: 'set_model', provider: 'demo', modelId: 'demo-tour' },
  { type: 'set_thinking_level', level: 'xhigh' },
  { type: 'set_steering_mode', mode: 'all' },
  { type: 'compact' },
  { type: 'bash', command: 'ls', excludeFromContext: true },
  { type: 'switch_session', session: '01a1' },
];

for (const command of good) {
  test(`${JSON.stringify(command)} is accepted unchanged`, () =>
    assert.deepEqual(parseCommand(command), command));
}

/** Each with the field that the refusal names. */
const bad: [unknown, string][] = [
  [null, 'type'],
  [42, 'type'],
  [[], 'type'],
  [{}, 'type'],
  [{ type: 'no_such_command' }, 'type'],
  [{ type: 'constructor' }, 'type'],
  [{ type: '__proto__' }, 'type'],
  [{ type: 'prompt' }, 'message'],
  [{ type: 'prompt', message: 7 }, 'message'],
  [{ type: 'prompt', message: '  \n ' }, 'message'],
  [{ type: 'prompt', message: 'x'.repeat(1024 * 1024 + 1) }, 'message'],
  [{ type: 'prompt', message: 'x', streamingBehavior: 'later' }, 'streamingBehavior'],
  [
    { type: 'prompt', message: 'x', images: [{ type: 'image', data: '<svg>', mimeType: 'image/png' }] },
    'images',
  ],
  [
    { type: 'prompt', message: 'x', images: [{ type: 'image', data: 'aGk=', mimeType: 'image/svg+xml' }] },
    'images',
  ],
  [{ type: 'prompt', message: 'x', id: 'mine' }, 'id'],
  [{ type: 'steer', message: '' }, 'message'],
  [{ type: 'set_steering_mode', mode: 'bogus' }, 'mode'],
  [{ type: 'set_thinking_level', level: 'bogus' }, 'level'],
  [{ type: 'bash' }, 'command'],
  [{ type: 'switch_session', sessionPath: '/etc/passwd' }, 'session'],
  [{ type: 'export_html', outputPath: '/etc/passwd' }, 'outputPath'],
  [{ type: 'new_session', parentSession: '/etc/passwd' }, 'parentSession'],
  [{ type: 'set_auto_retry', enabled: 'yes' }, 'enabled'],
];

for (const [command, field] of bad) {
  test(`${JSON.stringify(command)?.slice(0, 80)} is refused, and the refusal names the field`, () => {
    assert.throws(
      () => parseCommand(command),
      (error) => error instanceof Refusal && error.status === 400 && error.message.includes(field),
    );
  });
}
