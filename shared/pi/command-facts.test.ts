import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abilitiesOf } from './abilities.ts';
import { COMMAND_FACTS, factsOf, FIRST_PI, missingAbility, sinceOf } from './command-facts.ts';

const OLDEST = abilitiesOf(FIRST_PI);

test('bash needs a newer pi only when its output is kept from the model', () => {
  assert.equal(missingAbility({ type: 'bash' }, OLDEST), undefined);
  assert.equal(missingAbility({ type: 'bash', excludeFromContext: true }, OLDEST), 'hideBash');
  assert.equal(missingAbility({ type: 'bash', excludeFromContext: true }, abilitiesOf('0.76.0')), undefined);
});

test('a command names the first pi that understands it', () => {
  assert.equal(sinceOf('clear_queue'), '0.84.4');
  assert.equal(sinceOf('abort'), FIRST_PI);
  assert.equal(missingAbility({ type: 'clear_queue' }, OLDEST), 'clearQueue');
  assert.equal(missingAbility({ type: 'clear_queue' }, abilitiesOf(null)), undefined);
});

test('exactly the commands that start with get_ only read', () => {
  for (const [type, { reads = false }] of Object.entries(COMMAND_FACTS))
    assert.equal(reads, type.startsWith('get_'), type);
});

test('a command that moves pi to another session ends the run first', () => {
  for (const [type, { changes, endsRun }] of Object.entries(COMMAND_FACTS))
    if (changes === 'session') assert.ok(endsRun, type);
});

test("a type that is not one of pi's commands has no facts", () => {
  assert.deepEqual(factsOf('panel_tree'), {});
  assert.deepEqual(factsOf('constructor'), {});
});
