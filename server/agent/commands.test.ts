import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../shared/refusal.ts';
import { parseCommand } from './commands.ts';

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
  test(`${JSON.stringify(command)} is taken as it is`, () =>
    assert.deepEqual(parseCommand(command), command));
}

/** Each with the field that the refusal has to name. */
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
  test(`${JSON.stringify(command)?.slice(0, 80)} is refused with the name of the field`, () => {
    assert.throws(
      () => parseCommand(command),
      (error) => error instanceof Refusal && error.status === 400 && error.message.includes(field),
    );
  });
}
