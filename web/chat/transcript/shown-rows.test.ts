import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { ShownRows } from './shown-rows.svelte.ts';

const assistant = (key: string, content: object[], stopReason: string): Entry =>
  ({ key, message: { role: 'assistant', content, stopReason, timestamp: 1 } }) as unknown as Entry;
const call = (key: string): Entry =>
  assistant(key, [{ type: 'toolCall', id: key, name: 'read', arguments: {} }], 'toolUse');
const PROMPT = { key: 'user-1', message: { role: 'user', content: 'go', timestamp: 0 } } as unknown as Entry;
const FAILED = assistant('failed', [], 'error');

const live = (...blocks: object[]) => ({ key: 'live', blocks });

/** The rows of an agent with these entries. */
function rowsOf(entries: Entry[], view: object = {}, more: object = {}): ShownRows {
  return new ShownRows(() => ({ entries, view, hasOlder: false, ...more }) as unknown as Agent);
}

test('the group of the current run is open until the answer has text', () => {
  const entries = [PROMPT, call('a-1')];
  const working = (view: object): string | null => rowsOf(entries, view).workingKey;
  assert.equal(working({ run: {} }), 'work a-1');
  assert.equal(working({ run: {}, live: live() }), 'work a-1');
  assert.equal(working({ run: {}, live: live({ type: 'text', text: ' ' }) }), 'work a-1');
  assert.equal(working({ run: {}, live: live({ type: 'text', text: 'Done' }) }), null);
  assert.equal(working({ run: null }), null);
  assert.equal(rowsOf([PROMPT], { run: {} }).workingKey, null);
});

test('a failed attempt is not shown at the end while it is repeated, and is once it is not', () => {
  const entries = [PROMPT, FAILED];
  const keys = (view: object): string[] => rowsOf(entries, view).entries.map(({ key }) => key);
  assert.deepEqual(keys({ retry: {} }), ['user-1']);
  assert.deepEqual(keys({ run: {}, live: live() }), ['user-1']);
  assert.deepEqual(keys({ run: {} }), ['user-1', 'failed']);
  assert.deepEqual(keys({}), ['user-1', 'failed']);
  assert.equal(rowsOf(entries, { retry: {} }).lastKey, 'user-1');
});

test('a conversation is long with many rows, or if there are older ones', () => {
  const many = (count: number): Entry[] =>
    Array.from({ length: count }, (_, at) => ({ ...PROMPT, key: `user-${at}` }));
  assert.deepEqual(
    [39, 40].map((count) => rowsOf(many(count)).isLong),
    [false, true],
  );
  assert.equal(rowsOf(many(1), {}, { hasOlder: true }).isLong, true);
});
