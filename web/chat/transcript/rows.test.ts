import assert from 'node:assert/strict';
import test from 'node:test';
import type { AssistantContent, AssistantMessage } from '../../../shared/pi/messages.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import { rowOfCall, rowOfKey, Rows, type Row } from './rows.ts';

let time = 0;

function assistant(...content: AssistantContent[]): Entry {
  time += 1;
  const hasCalls = content.some(({ type }) => type === 'toolCall');
  return {
    key: `assistant-${time}`,
    message: { role: 'assistant', content, stopReason: hasCalls ? 'toolUse' : 'stop', timestamp: time },
  };
}

function user(more: Partial<Entry> = {}): Entry {
  time += 1;
  return { key: `user-${time}`, message: { role: 'user', content: 'go', timestamp: time }, ...more };
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
const IDLE = { liveKey: null, isRunning: false };
const RUNNING = { liveKey: null, isRunning: true };

const kinds = (rows: readonly Row[]): string[] => rows.map(({ kind }) => kind);

test('tool calls and thinking between two texts are one row, even across several messages', () => {
  const rows = new Rows().of(
    [user(), assistant(text('I look.'), call('bash')), read(), read(), assistant(text('Done.'))],
    RUNNING,
  );
  assert.deepEqual(kinds(rows), ['entry', 'entry', 'work', 'entry']);
  const work = rows[2]!;
  assert.deepEqual(work.kind === 'work' && work.pieces.map(({ from }) => from), [1, 0, 0]);
  assert.equal(rows[1]?.kind === 'entry' && rows[1].to, 1);
});

test('a text between two calls of one message stays in its row, and the calls after it start a new group', () => {
  const rows = new Rows().of([assistant(call('read'), text('Then:'), call('edit')), read()], RUNNING);
  assert.deepEqual(kinds(rows), ['entry', 'work']);
  assert.equal(rows[0]?.kind === 'entry' && rows[0].to, 2);
});

test('a message that was interrupted during a tool call is one row with its end', () => {
  const broken = assistant(call('write'));
  (broken.message as AssistantMessage).stopReason = 'aborted';
  assert.deepEqual(kinds(new Rows().of([user(), read(), broken], RUNNING)), ['entry', 'work', 'entry']);
});

test('a finished turn that used tools ends with a foot that has its messages', () => {
  const [asked, one, done] = [user(), read(), assistant(text('Done.'))];
  const rows = new Rows();
  assert.deepEqual(kinds(rows.of([asked, one, done], RUNNING)), ['entry', 'work', 'entry']);
  const over = rows.of([asked, one, done], IDLE);
  assert.deepEqual(kinds(over), ['entry', 'work', 'entry', 'foot']);
  const foot = over.at(-1);
  assert.deepEqual(foot?.kind === 'foot' && foot.entries, [one, done]);
});

test('the foot of a turn is above a command that the user ran later', () => {
  const bash: Entry = {
    key: 'bash',
    message: {
      role: 'bashExecution',
      command: 'ls',
      output: '',
      exitCode: 0,
      cancelled: false,
      timestamp: 9,
    },
  } as Entry;
  const rows = new Rows().of([user(), read(), assistant(text('Done.')), bash], IDLE);
  assert.deepEqual(kinds(rows), ['entry', 'work', 'entry', 'foot', 'entry']);
  assert.equal(rows.at(-1)?.key, 'bash');
});

test('an answer without tools has no foot, and a steering message does not end a turn', () => {
  const steer = user({ sentAs: { id: 's', lane: 'steer' } });
  assert.deepEqual(kinds(new Rows().of([user(), assistant(text('Hi.'))], IDLE)), ['entry', 'entry']);
  const rows = new Rows().of([user(), read(), steer, read(), assistant(text('Done.')), user()], IDLE);
  assert.deepEqual(kinds(rows), ['entry', 'work', 'entry', 'work', 'entry', 'foot', 'entry']);
});

test('after a compaction, a line is drawn where the part that the model still sees begins', () => {
  const kept = user({ id: 'kept' });
  const summary = (keptFrom: string | null): Entry => ({
    key: `s-${(time += 1)}`,
    message: { role: 'compactionSummary', summary: 's', tokensBefore: 1, timestamp: time },
    keptFrom,
  });
  const before = [user({ id: 'old' }), assistant(text('Hi.')), kept, assistant(text('There.'))];
  assert.deepEqual(kinds(new Rows().of([...before, summary('kept')], IDLE)), [
    'entry',
    'entry',
    'boundary',
    'entry',
    'entry',
    'entry',
  ]);
  const first = summary('kept');
  const later = new Rows().of([...before, first, summary(null)], IDLE);
  assert.ok(!kinds(later).includes('boundary'));
  // The summary's text about the line is no longer true.
  const replaced = later.filter((row) => row.kind === 'entry' && row.isReplaced);
  assert.deepEqual(replaced, [{ kind: 'entry', key: first.key, entry: first, isReplaced: true }]);
});

test('a summary on the page becomes an earlier one with the next compaction, and its row another object', () => {
  const rows = new Rows();
  const summary = (): Entry => ({
    key: `s-${(time += 1)}`,
    message: { role: 'compactionSummary', summary: 's', tokensBefore: 1, timestamp: time },
  });
  const entries = [user(), assistant(text('Hi.')), summary()];
  const before = rows.of(entries, IDLE).at(-1)!;
  assert.ok(before.kind === 'entry' && !before.isReplaced);
  const after = rows.of([...entries, summary()], IDLE).at(-2)!;
  assert.ok(after.kind === 'entry' && after.isReplaced);
});

test('rows that did not change stay the same objects', () => {
  const rows = new Rows();
  const entries = [user(), read(), assistant(text('Done.')), user()];
  const before = rows.of(entries, RUNNING);
  assert.equal(rows.of(entries, RUNNING), before);
  const after = rows.of([...entries, read()], RUNNING);
  assert.deepEqual(
    after.slice(0, before.length).map((row, at) => row === before[at]),
    before.map(() => true),
  );
  assert.deepEqual(kinds(after).slice(before.length), ['work']);
});

test('a row of a message that has changed is another object', () => {
  const rows = new Rows();
  const entries = [user(), read(), assistant(text('Done.'))];
  const before = rows.of(entries, IDLE);
  for (const at of [1, 2]) {
    const changed = { ...entries[at]!, label: 'here' };
    const after = rows.of(entries.with(at, changed), IDLE);
    const foot = after.find((row) => row.kind === 'foot');
    assert.deepEqual(foot?.kind === 'foot' && foot.entries[at - 1], changed);
    const own = after.find((row) =>
      row.kind === 'work' ? row.pieces[0]!.entry === changed : row.kind === 'entry' && row.entry === changed,
    );
    assert.ok(own && !before.includes(own), `row ${at}`);
  }
});

test('the streamed message is the last row, and keeps its key if it ends with a text', () => {
  const rows = new Rows();
  const answer = assistant(text('Hi.'));
  const live = rows.of([user()], { liveKey: answer.key, isRunning: true });
  assert.deepEqual([live.at(-1)?.kind, live.at(-1)?.key], ['live', answer.key]);
  const settled = rows.of([user(), answer], IDLE);
  assert.deepEqual([settled.at(-1)?.kind, settled.at(-1)?.key], ['entry', answer.key]);
});

test('the row of an entry or of a tool call is found, even inside a work group', () => {
  const [asked, worked] = [user(), assistant(text('I look.'), call('read'), call('grep'))];
  const rows = new Rows().of([asked, worked, assistant(call('edit')), assistant(text('Done.'))], IDLE);
  const calls = worked.message.role === 'assistant' ? worked.message.content : [];
  const id = calls.findLast((block) => block.type === 'toolCall')!.id;
  assert.equal(rowOfKey(rows, asked.key), rows[0]);
  assert.equal(rowOfKey(rows, worked.key), rows[1]);
  assert.equal(rowOfCall(rows, id)?.kind, 'work');
  assert.equal(rowOfCall(rows, 'unknown'), undefined);
});

test('a sentence about costs follows its answer, between two groups of work, and warming has no row of its own', () => {
  const [first, second] = [read(), read()];
  const warming: Entry = {
    key: 'warming-1',
    message: { role: 'warming', model: 'p/m', cost: 1, promptTokens: 1, timestamp: 1 },
  };
  const entries = [user(), first, second, assistant(text('Done.')), warming];
  const costs = new Map([
    [first.key, ['Lost.']],
    [warming.key, ['Warm.']],
  ]);
  const rows = new Rows();
  const shown = rows.of(entries, { ...IDLE, costs });
  assert.deepEqual(kinds(shown), ['entry', 'work', 'cost', 'work', 'entry', 'cost', 'foot']);
  assert.equal(rows.of(entries, { ...IDLE, costs: new Map(costs) })[2], shown[2]);
  assert.deepEqual(kinds(rows.of(entries, IDLE)), ['entry', 'work', 'entry', 'foot']);
});

test('a line shows where the session file lacks entries, and is another one when more are missing', () => {
  const rows = new Rows();
  const [first, second] = [user(), user({ lost: 2 })];
  const shown = rows.of([first, read(), second], RUNNING);
  assert.deepEqual(kinds(shown).slice(-2), ['cut', 'entry']);
  const cut = shown.find(({ kind }) => kind === 'cut');
  assert.ok(cut?.kind === 'cut');
  assert.equal(cut.lost, 2);
  const again = rows.of([first, { ...second, lost: 3 }], RUNNING).find(({ kind }) => kind === 'cut');
  assert.deepEqual(again, { ...cut, lost: 3 });
});
