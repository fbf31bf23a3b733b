import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueueItems } from './queue-items.ts';
import { RunStarters } from './run-starters.ts';
import { RunningCommands } from './running-commands.ts';

function create() {
  const [items, starters] = [new QueueItems(), new RunStarters()];
  const commands = new RunningCommands(items, starters);
  const send = (id: string): void =>
    commands.onSend({ id, text: `/${id}`, lane: undefined, images: [], refs: [], at: 1 });
  return { items, starters, commands, send };
}

test('a command that pi runs was accepted, is not a message that must be kept, and has a lane to come back to', () => {
  const { items, send } = create();
  send('ask');
  const { place, isAccepted, isCommand, lane } = items.find('ask')!;
  assert.deepEqual([place, isAccepted, isCommand, lane], ['running', true, true, 'steer']);
});

test('a message that a command sends represents the command', () => {
  const { starters, commands, send } = create();
  send('ask');
  assert.equal(starters.takeDelivered('/ask')?.id, 'ask');
  send('fix');
  commands.onAnswer('fix');
  assert.equal(starters.takeDelivered('Fix it.')?.id, 'fix');
});

test('a refused command does not represent a message, and is returned with the reason', () => {
  const { items, starters, commands, send } = create();
  send('ask');
  commands.onAnswer('ask', 'Not now.');
  assert.equal(starters.takeDelivered('/ask'), undefined);
  assert.deepEqual(
    items.queue.returned.map(({ id, error }) => [id, error]),
    [['ask', 'Not now.']],
  );
});

test('an answer ends its own command alone, once, and nothing that is not running', () => {
  const { items, commands, send } = create();
  send('a');
  send('b');
  commands.onAnswer('a');
  commands.onAnswer('a');
  commands.onAnswer('unknown', 'No.');
  assert.deepEqual(
    items.queue.running.map(({ id }) => id),
    ['b'],
  );
  items.setPlace(items.find('b')!, 'returned');
  commands.onAnswer('b');
  assert.equal(items.queue.returned.length, 1);
});

test('when pi exits, the commands that it ran are returned with a reason, and other messages stay', () => {
  const { items, commands, send } = create();
  send('ask');
  items.add({ id: 'held', text: '', lane: 'steer', images: [], refs: [], at: 1 }, 'held');
  commands.onPiExit();
  const [returned] = items.queue.returned;
  assert.deepEqual([returned?.id, typeof returned?.error], ['ask', 'string']);
  assert.equal(items.find('held')?.place, 'held');
});
