import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunStarters } from './run-starters.ts';

function withPrompts(...texts: string[]): RunStarters {
  const starters = new RunStarters();
  for (const text of texts) starters.add({ id: text, text });
  return starters;
}

test('a delivered text belongs to the prompt with this text, and only once', () => {
  const starters = withPrompts('a', 'b');
  assert.equal(starters.takeDelivered('b')?.id, 'b');
  assert.equal(starters.takeDelivered('b'), undefined);
  assert.equal(starters.takeDelivered('a')?.id, 'a');
});

test('an unknown text belongs to the answered prompt, whose template pi expanded', () => {
  const starters = withPrompts('/fix', '/other');
  assert.equal(starters.takeDelivered('Fix it.'), undefined, 'none is answered');
  starters.onAnswer('/other');
  assert.equal(starters.takeDelivered('Fix it.')?.id, '/other');
  assert.equal(starters.takeDelivered('/fix')?.id, '/fix');
});

test('a prompt that was answered before another one, and not delivered, was a command', () => {
  const starters = withPrompts('/command', '/fix', 'waiting');
  starters.onAnswer('/command');
  starters.onAnswer('/fix');
  assert.equal(starters.takeDelivered('Fix it.')?.id, '/fix');
  assert.equal(starters.takeDelivered('/command'), undefined);
  assert.equal(starters.takeDelivered('waiting')?.id, 'waiting');
});

test('an answer to a prompt that is not known drops none', () => {
  const starters = withPrompts('/fix');
  starters.onAnswer('/fix');
  starters.onAnswer('unknown');
  assert.equal(starters.takeDelivered('Fix it.')?.id, '/fix');
});

test('a refused prompt is removed alone, and all are when pi is gone', () => {
  const starters = withPrompts('a', 'b');
  starters.remove('a');
  assert.equal(starters.takeDelivered('a'), undefined);
  starters.clear();
  assert.equal(starters.takeDelivered('b'), undefined);
});
