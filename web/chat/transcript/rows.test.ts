import assert from 'node:assert/strict';
import test from 'node:test';
import type { AssistantContent } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/view.ts';
import { callsOf, Rows } from './rows.ts';

let time = 0;

function assistant(...content: AssistantContent[]): Entry {
  time += 1;
  const hasCalls = content.some(({ type }) => type === 'toolCall');
  return {
    key: `assistant-${time}`,
    message: { role: 'assistant', content, stopReason: hasCalls ? 'toolUse' : 'stop', timestamp: time },
  };
}

const call = (name: string): AssistantContent => ({
  type: 'toolCall',
  id: `call-${(time += 1)}`,
  name,
  arguments: { path: 'a.ts' },
});
const text = (words: string): AssistantContent => ({ type: 'text', text: words });
const thought: AssistantContent = { type: 'thinking', thinking: 'Hm.' };
const read = (): Entry => assistant(thought, call('read'));

const kinds = (entries: Entry[], liveKey: string | null = null): string[] =>
  new Rows().of(entries, liveKey).map(({ kind }) => kind);

test('ten consecutive reads are one row, also with thinking in between', () => {
  const entries = Array.from({ length: 10 }, read);
  const rows = new Rows().of(entries, null);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]?.kind === 'reads' && callsOf(rows[0].entries).length, 10);
});

test('two reads stay two rows', () => {
  assert.deepEqual(kinds([read(), read()]), ['entry', 'entry']);
});

test('text and other tools end a group of reads', () => {
  const entries = [
    read(),
    read(),
    read(),
    assistant(text('Now I know.'), call('read')),
    read(),
    assistant(call('bash')),
  ];
  assert.deepEqual(kinds(entries), ['reads', 'entry', 'entry', 'entry']);
});

test('the message being written is the last row, and keeps its key when it settles', () => {
  const rows = new Rows();
  const first = read();
  const settled = assistant(text('Done.'));
  assert.deepEqual(
    rows.of([first], settled.key).map(({ key }) => key),
    [first.key, settled.key],
  );
  assert.deepEqual(
    rows.of([first, settled], null).map(({ key }) => key),
    [first.key, settled.key],
  );
});

test('rows that did not change keep their identity', () => {
  const rows = new Rows();
  const entries = [read(), read(), read(), assistant(text('One.'))];
  const before = rows.of(entries, null);
  const after = rows.of([...entries, assistant(text('Two.'))], 'assistant-live');
  assert.equal(after[0], before[0]);
  assert.equal(after[1], before[1]);
  assert.equal(rows.of(entries, null), rows.of(entries, null));
});
