import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContextRow } from '../../../shared/context.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import { pictureOf, type PiContext } from './picture.ts';

let count = 0;
function entry(fields: object): SessionEntry {
  count += 1;
  return {
    id: `e${count}`,
    parentId: null,
    timestamp: new Date(count).toISOString(),
    ...fields,
  } as SessionEntry;
}

const message = (fields: object): SessionEntry =>
  entry({ type: 'message', message: { timestamp: 1, ...fields } });
const user = (text: string): SessionEntry => message({ role: 'user', content: [{ type: 'text', text }] });
const answer = (text: string, input = 0): SessionEntry =>
  message({
    role: 'assistant',
    content: [{ type: 'text', text }],
    stopReason: 'stop',
    usage: { input, output: 1, cacheRead: 0, cacheWrite: 0, cost: { total: 0 } },
  });
const system = (fields: object): SessionEntry => message({ role: 'system', content: '', ...fields });
const edit = (targetId: string, replacement: unknown): SessionEntry =>
  entry({ type: 'context_edit', targetId, replacement });

const FILE = { path: '/w/AGENTS.md', content: 'Use two spaces.' };
const SKILL = '<skill><name>pdf</name><description>Reads PDF files.</description></skill>';

function rowsOf(branch: SessionEntry[], more: Partial<PiContext> = {}): ContextRow[] {
  const pi = { window: 100, price: null, canEdit: true, files: [FILE], ...more };
  return pictureOf({ branch, system: () => ({ sections: new Map(), tools: [] }), ...pi }).rows;
}

const inShort = (rows: ContextRow[]): string[] =>
  rows.map(({ kind, text, tokens, change, edit: edited }) =>
    [kind, text, tokens, change, edited].filter((part) => part !== undefined && part !== '').join(' '),
  );

test('the system prompt is listed by section, with the prompt files and the skills in them', () => {
  const sections = { preamble: 'Be kind.', project_context: FILE.content, skills: SKILL };
  const rows = rowsOf([system({ sections })]);
  assert.deepEqual(inShort(rows), [
    'system 25',
    'section preamble 2',
    'section project_context 4',
    'file /w/AGENTS.md 4',
    'section skills 19',
    'skill pdf 19',
  ]);
  assert.deepEqual(
    rows.map(({ parent }) => parent),
    [undefined, 'system', 'system', 'section:project_context', 'system', 'section:skills'],
  );
});

test('later system messages change sections and tools, and the list has what counts now', () => {
  const tool = (name: string): object => ({ name, description: '', parameters: {} });
  const rows = rowsOf([
    system({ sections: { a: 'aaaa', b: 'bbbb' }, toolsAdded: [tool('read'), tool('bash')] }),
    system({ sections: { a: 'aaaaaaaa', b: null }, toolsRemoved: ['bash'] }),
  ]);
  assert.deepEqual(inShort(rows), ['system 2', 'section a 2', 'tools 20', 'tool read 20']);
});

test('a compaction replaces what it summarizes, and keeps the rest', () => {
  const [first, kept] = [user('old'), user('kept')];
  const compaction = entry({
    type: 'compaction',
    summary: 'So far.',
    firstKeptEntryId: kept.id,
    tokensBefore: 9,
  });
  assert.deepEqual(inShort(rowsOf([first, kept, compaction, user('new')])), [
    'compaction So far. 35',
    'user kept 1',
    'user new 1',
  ]);
});

test('answers that failed and commands that are kept from the model are not in the context', () => {
  const failed = message({ role: 'assistant', content: [], stopReason: 'error' });
  const hidden = message({ role: 'bashExecution', command: 'ls', output: 'a', excludeFromContext: true });
  assert.deepEqual(inShort(rowsOf([user('Hi'), failed, hidden])), ['user Hi 1']);
});

test('compared with the last request, rows are new, changed or removed', () => {
  const [one, two] = [user('one one one'), user('two')];
  const rows = rowsOf([one, two, answer('Yes.', 0), answer('Yes.', 4), edit(one.id, null), user('three')]);
  assert.deepEqual(inShort(rows), [
    'user one one one 0 removed omitted',
    'user two 1',
    'assistant Yes. 1',
    'assistant Yes. 1 new',
    'user three 2 new',
  ]);
});

test('the estimates are scaled to what the provider counted, unless it counted something else', () => {
  const branch = (counted: number): SessionEntry[] => [
    user('x'.repeat(400)),
    answer('y'.repeat(40), counted),
  ];
  assert.deepEqual(
    rowsOf(branch(150)).map(({ tokens }) => tokens),
    [150, 15],
  );
  assert.equal(rowsOf(branch(4000))[0]?.tokens, 100);
});

test('an edit that was restored is none, and the last edit of a message counts', () => {
  const one = user('one one one');
  const restored = edit(one.id, { panel_restored: true, content: 'one one one' });
  assert.deepEqual(inShort(rowsOf([one, edit(one.id, null), restored])), ['user one one one 3']);
  assert.deepEqual(inShort(rowsOf([one, restored, edit(one.id, { content: 'on' })])), [
    'user one one one 1 shortened',
  ]);
});

test('only what pi can edit is offered for it, and nothing with a pi that cannot', () => {
  const branch = [user('one'), message({ role: 'bashExecution', command: 'ls', output: 'a' })];
  const editable = (rows: ContextRow[]): unknown[] => rows.map(({ isEditable }) => isEditable);
  assert.deepEqual(editable(rowsOf(branch)), [true, undefined]);
  assert.deepEqual(editable(rowsOf(branch, { canEdit: false })), [undefined, undefined]);
});
