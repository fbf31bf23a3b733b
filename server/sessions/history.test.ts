import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { SessionEntry } from '../../shared/pi/session.ts';
import { isDamaged, parseSession } from '../../shared/pi/session-parse.ts';
import { contextEdits, currentBranch } from '../../shared/pi/session-tree.ts';
import { openHistory, type History } from './history.ts';
import { sessionText, writeFileIn } from './session-fixture.ts';

/** Written by pi 0.87.1: a tool run, a failed attempt and its retry, a compaction, two branches. Long texts are cut. */
const recorded = await readFile(new URL('fixtures/branches-0.87.1.jsonl', import.meta.url), 'utf8');

let folder: string;
let files = 0;
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'history-'))));
after(() => rm(folder, { recursive: true }));

function write(text: string): Promise<string> {
  return writeFileIn(folder, `${++files}.jsonl`, text);
}

/** The branch by code that reads the whole text at once. */
function expected(text: string): SessionEntry[] {
  return currentBranch(parseSession(text)?.entries ?? [], isDamaged);
}

async function allPages(history: History, limit: number): Promise<SessionEntry[]> {
  let page = await history.tail(limit);
  let all = page;
  while (page[0] && history.hasBefore(page[0].id)) {
    page = await history.before(page[0].id, limit);
    assert.ok(page.length > 0 && page.length <= limit);
    all = [...page, ...all];
  }
  return all;
}

const idsOf = (entries: SessionEntry[]): string[] => entries.map(({ id }) => id);

/** A random v3 session with branches, removed entries, and big entries. */
const randomSession = fc
  .array(fc.record({ parent: fc.nat(1000), isEdit: fc.boolean(), size: fc.constantFrom(0, 10, 30_000) }), {
    minLength: 1,
    maxLength: 30,
  })
  .map((picks) =>
    picks.reduce((text, { parent, isEdit, size }, i) => {
      // Mostly the previous entry, sometimes any earlier one.
      const parentId = i === 0 ? null : `e${parent % 4 === 0 ? parent % i : i - 1}`;
      const base = { id: `e${i}`, parentId, timestamp: '2026-11-21T08:00:00.000Z' };
      const entry = isEdit
        ? { type: 'context_edit', ...base, targetId: `e${parent % (i + 3)}`, replacement: null }
        : { type: 'custom', data: 'ü'.repeat(size), ...base };
      return `${text}${JSON.stringify(entry)}\n`;
    }, sessionText()),
  );

test('a recorded session reads as the branch that ends in the last line', async () => {
  const history = await openHistory(await write(recorded));
  const entries = await history.tail(1000);
  assert.deepEqual(entries, expected(recorded));
  assert.ok(entries.some(({ type }) => type === 'branch_summary'));
  assert.equal(await history.name(), 'Named session');
  assert.equal(history.header?.cwd, '/workspace');
});

test('on the branch with the retry the failed attempt is known to be omitted', async () => {
  const linear = recorded.split('\n').slice(0, 24).join('\n');
  const history = await openHistory(await write(`${linear}\n`));
  const entries = await history.tail(1000);
  const edits = entries.filter((entry) => entry.type === 'context_edit');
  assert.equal(edits.length, 1);
  const { targetId } = edits[0]!;
  assert.deepEqual([...history.edits()], [[targetId, 'omitted']]);
  const target = await history.entry(targetId);
  assert.equal(
    target?.type === 'message' && target.message.role === 'assistant' && target.message.stopReason,
    'error',
  );
  assert.ok(idsOf(entries).includes(targetId));
  assert.equal(await history.entry('nobody'), undefined);
});

test('in any tree, the edits of a history are those of its branch', async () => {
  await fc.assert(
    fc.asyncProperty(randomSession, async (text) => {
      const history = await openHistory(await write(text));
      const edits = expected(text).filter((entry) => entry.type === 'context_edit');
      assert.deepEqual(history.edits(), contextEdits(edits));
    }),
    { numRuns: 40 },
  );
});

test('for any tree and page size, the pages together are the whole branch', async () => {
  await fc.assert(
    fc.asyncProperty(randomSession, fc.integer({ min: 1, max: 7 }), async (text, limit) => {
      const history = await openHistory(await write(text));
      assert.deepEqual(await allPages(history, limit), expected(text));
    }),
    { numRuns: 40 },
  );
});

test('a file that was indexed incomplete reads the same after the rest was appended', async () => {
  const bytes = Buffer.from(recorded);
  const lineEnds = [...recorded.matchAll(/\n/g)].map(({ index }) =>
    Buffer.byteLength(recorded.slice(0, index)),
  );
  const cuts = fc.oneof(
    fc.integer({ min: 0, max: bytes.length }),
    fc.tuple(fc.constantFrom(...lineEnds), fc.integer({ min: -1, max: 2 })).map(([end, off]) => end + off),
  );
  await fc.assert(
    fc.asyncProperty(cuts, cuts, async (one, other) => {
      const [first = 0, second = 0] = [one, other].sort((a, b) => a - b);
      const file = await write('');
      await writeFile(file, bytes.subarray(0, first));
      const history = await openHistory(file);
      assert.deepEqual(await history.tail(1000), expected(bytes.toString('utf8', 0, first)));
      await appendFile(file, bytes.subarray(first, second));
      await history.refresh();
      await appendFile(file, bytes.subarray(second));
      await history.refresh();
      assert.deepEqual(await history.tail(1000), expected(recorded));
    }),
    { numRuns: 60 },
  );
});

test('the page before an entry of an abandoned branch leads up to that entry', async () => {
  const history = await openHistory(await write(recorded));
  const entries = parseSession(recorded)?.entries ?? [];
  const compaction = entries.findIndex(({ type }) => type === 'compaction');
  assert.deepEqual(
    idsOf(await history.before(entries[compaction + 1]?.id ?? '', 2)),
    idsOf(entries.slice(compaction - 1, compaction + 1)),
  );
});

test('a page before an unknown entry is refused', async () => {
  const history = await openHistory(await write(recorded));
  await assert.rejects(history.before('nobody', 5), { status: 404, code: 'unknown_entry' });
  assert.equal(history.hasBefore('nobody'), false);
});

test('a missing file is an empty history until a refresh finds it', async () => {
  const file = path.join(folder, 'later.jsonl');
  const history = await openHistory(file);
  assert.deepEqual([history.header, await history.tail(5)], [undefined, []]);
  await writeFile(file, recorded);
  await history.refresh();
  assert.equal((await history.tail(5)).length, 5);
  await rm(file);
  assert.deepEqual(await history.tail(5), []);
});

test('a file that is not a session is refused by name', async () => {
  for (const text of ['{"hello":1}\n', 'words\n', `words\n${recorded}`]) {
    const file = await write(text);
    if (parseSession(text)) await openHistory(file);
    else await assert.rejects(openHistory(file), { status: 422, message: new RegExp(file) });
  }
});

test('a file that was replaced, rewritten in place, or cut is read from the start', async () => {
  const long = sessionText({ messages: ['a', 'b', 'c'] });
  const short = sessionText({ messages: ['x'] });
  const file = await write(long);
  const history = await openHistory(file);
  await rename(await write(recorded), file);
  await history.refresh();
  assert.deepEqual(await history.tail(1000), expected(recorded));
  for (const text of [long, short, recorded]) {
    await writeFile(file, text);
    await history.refresh();
    assert.deepEqual(await history.tail(1000), expected(text));
  }
});

test('a file that is rewritten after it was indexed gives the new entries, not a mixture', async () => {
  const file = await write(sessionText({ messages: ['a', 'b', 'c', 'd'] }));
  const history = await openHistory(file);
  await writeFile(file, recorded);
  assert.deepEqual(await history.tail(3), expected(recorded).slice(-3));
});

test('entries of version 1 get provisional ids, which pi replaces when it rewrites the file', async () => {
  const v1 = recorded.replaceAll(/"id":"[0-9a-f]{8}","parentId":[^,]+,/g, '').replace('"version":3,', '');
  const file = await write(v1);
  const history = await openHistory(file);
  const entries = await history.tail(1000);
  assert.deepEqual(entries, expected(v1));
  assert.equal(entries.at(-1)?.parentId, '0000001b');
  await writeFile(file, recorded);
  await history.refresh();
  assert.equal(history.header?.version, 3);
  assert.deepEqual(await history.tail(1000), expected(recorded));
});

test('an unfinished line that pi later terminated is an entry that cannot be shown', async () => {
  const lines = sessionText({ messages: ['a', 'b', 'c'] }).split('\n');
  // It ends in a brace like a whole line, so only parsing shows that it is not.
  const half =
    '{"type":"message","id":"half","parentId":"entry-2","timestamp":"","message":{"role":"user","content":{}';
  const history = await openHistory(await write([...lines.slice(0, 4), half, ''].join('\n')));
  const entries = await history.tail(10);
  assert.deepEqual(idsOf(entries), ['entry-0', 'entry-1', 'entry-2', 'half']);
  assert.ok(isDamaged(entries.at(-1)!));
});

test('one huge entry is a page by itself and is not read for the page after it', async () => {
  const huge = 'x'.repeat(17 * 1024 * 1024);
  const history = await openHistory(await write(sessionText({ messages: ['a', huge, 'c', 'd'] })));
  const tail = await history.tail(60);
  assert.deepEqual(idsOf(tail), ['entry-2', 'entry-3']);
  assert.deepEqual(idsOf(await history.before('entry-2', 60)), ['entry-1']);
  assert.deepEqual(idsOf(await history.before('entry-1', 60)), ['entry-0']);
});

test('a message that was seen live is found by role and time', async () => {
  const history = await openHistory(await write(recorded));
  for (const entry of await history.tail(1000)) {
    if (entry.type !== 'message') continue;
    assert.equal(await history.findId(entry.message), entry.id);
  }
  assert.equal(await history.findId({ role: 'user', timestamp: 1 }), undefined);
});

test('overlapping refreshes index every entry once', async () => {
  const file = await write(sessionText({ messages: ['a'] }));
  const history = await openHistory(file);
  const added = sessionText({ messages: ['a', 'b', 'c'] });
  await appendFile(file, added.split('\n').slice(2).join('\n'));
  await Promise.all([history.refresh(), history.refresh(), history.refresh()]);
  assert.deepEqual(await history.tail(10), expected(added));
});

test('the last label of an entry counts on every branch, and an empty one removes it', async () => {
  const label = (id: string, targetId: string, text?: string): string =>
    `${JSON.stringify({ type: 'label', id, parentId: null, timestamp: '', targetId, label: text })}\n`;
  const text = sessionText({ messages: ['a', 'b'] });
  const file = await write(
    text +
      label('l1', 'entry-0', 'first') +
      label('l2', 'entry-1', 'kept') +
      label('l3', 'entry-0', 'second'),
  );
  const history = await openHistory(file);
  assert.deepEqual(
    [...history.labels()],
    [
      ['entry-0', 'second'],
      ['entry-1', 'kept'],
    ],
  );
  await appendFile(file, label('l4', 'entry-0'));
  await history.refresh();
  assert.deepEqual([...history.labels()], [['entry-1', 'kept']]);
});

test('notes on a plan are the last of the current branch, and of a fork that has their entry', async () => {
  const note = (id: string, parentId: string, plan: unknown): string =>
    line(id, parentId, { type: 'custom', customType: 'pi-panel', data: { plan } });
  const once = { comments: [[2, 'Once.']], edited: '' };
  const text =
    sessionText({ messages: ['a', 'b'] }) +
    note('n1', 'entry-1', { at: 5, notes: once }) +
    note('n2', 'n1', { at: 5, notes: { comments: [['2', 'no number']], edited: '' } });
  const file = await write(text);
  const history = await openHistory(file);
  assert.deepEqual([...history.planNotes()], [[5, once]]);
  await appendFile(file, note('n3', 'n2', { at: 5, notes: { comments: [], edited: '# Mine' } }));
  await history.refresh();
  assert.deepEqual([...history.planNotes()], [[5, { comments: [], edited: '# Mine' }]]);
  history.setLeaf('entry-1');
  assert.deepEqual([...history.planNotes()], []);
});

/** An entry as pi writes it, behind another one. */
function line(id: string, parentId: string | null, entry: object): string {
  // pi writes the type first.
  const head = { type: '', id, parentId, timestamp: '2026-11-21T08:00:00.000Z' };
  return `${JSON.stringify({ ...head, ...entry })}\n`;
}

test('the name of a session is the last one that can be read, without the spaces around it', async () => {
  const named = (id: string, name: unknown): string => line(id, null, { type: 'session_info', name });
  const first = sessionText() + named('a', 'Old') + named('b', '  New \n');
  assert.equal(await (await openHistory(await write(first))).name(), 'New');
  assert.equal(await (await openHistory(await write(first + named('c', 5)))).name(), 'New');
  assert.equal(await (await openHistory(await write(first + named('c', '  ')))).name(), undefined);
});

test('the last choice of a model and the last answer are told in the order in which they came, the later first', async () => {
  const choice = (id: string, parentId: string, modelId: string): string =>
    line(id, parentId, { type: 'model_change', provider: 'p', modelId });
  const said = sessionText({ messages: ['Hi', 'Hello', 'More', 'Yes'] });
  const file = await write(said + choice('first', 'entry-3', 'm') + choice('last', 'first', 'n'));
  const history = await openHistory(file);
  assert.deepEqual(idsOf(await history.lastModels()), ['last', 'entry-3']);
  const message = { role: 'assistant', content: [], timestamp: 1 };
  await appendFile(file, line('answer', 'last', { type: 'message', message }));
  await history.refresh();
  assert.deepEqual(idsOf(await history.lastModels()), ['answer', 'last']);
});

test('a branch that was added since is counted', async () => {
  const file = await write(sessionText({ messages: ['Hi', 'Hello', 'More'] }));
  const history = await openHistory(file);
  assert.equal(history.branches('entry-2'), undefined);
  const message = { role: 'user', content: 'Other', timestamp: 1 };
  await appendFile(file, line('other', 'entry-1', { type: 'message', message }));
  await history.refresh();
  assert.deepEqual(history.branches('entry-2'), { at: 1, count: 2, next: 'other' });
});

const said = (role: string, content: unknown = []): object => ({
  type: 'message',
  message: { role, content, timestamp: 1 },
});
const tailOf = async (history: History): Promise<string[]> => idsOf(await history.tail(100));

test('newer messages on another branch are counted from the last one that is shown, until the user moves', async () => {
  const text = sessionText({ messages: ['Hi', 'Hello', 'More', 'Yes'] });
  const file = await write(
    text + line('label', 'entry-1', { type: 'label', targetId: 'entry-1', label: 'here' }),
  );
  const history = await openHistory(file);
  assert.deepEqual(await tailOf(history), ['entry-0', 'entry-1', 'label']);
  assert.deepEqual(history.newer, { id: 'entry-3', messages: 2 });
  history.setLeaf('entry-2');
  assert.deepEqual(await tailOf(history), ['entry-0', 'entry-1', 'entry-2']);
  assert.equal(history.newer, null);
  history.setLeaf(null);
  assert.deepEqual(await tailOf(history), []);
  await appendFile(file, line('after', 'entry-2', said('assistant')));
  await history.refresh();
  assert.deepEqual(await tailOf(history), ['entry-0', 'entry-1', 'entry-2', 'after']);
  assert.equal(history.newer, null);
});

test('the session continues from its last line that can be read, not from a damaged one', async () => {
  const text = sessionText({ messages: ['Hi', 'Hello', 'More'] });
  const torn = line('torn', 'entry-0', said('assistant')).slice(0, -6);
  const history = await openHistory(await write(`${text}${torn}\n`));
  assert.deepEqual((await tailOf(history)).slice(0, 3), ['entry-0', 'entry-1', 'entry-2']);
});

test('messages before a missing entry are counted as lost to the model, and nothing else is', async () => {
  const text = sessionText({ messages: ['Hi', 'Hello', 'More'] });
  const label = line('label', 'entry-2', { type: 'label', targetId: 'entry-1', label: 'here' });
  const history = await openHistory(await write(text + label + line('after', 'missing', said('user'))));
  assert.deepEqual([history.cut?.entry.id, history.cut?.lost], ['after', 3]);
  const whole = await openHistory(await write(text + label));
  assert.equal(whole.cut, null);
});

test('the first row after an entry is a message, a summary or a line that cannot be shown', async () => {
  const entries = [
    line('result', 'entry-1', said('toolResult')),
    line('label', 'result', { type: 'label', targetId: 'entry-1', label: 'here' }),
    `${line('torn', 'label', said('assistant')).slice(0, -6)}\n`,
    line('summary', 'label', { type: 'branch_summary', fromId: 'entry-1', summary: 'It was short.' }),
    line('last', 'summary', said('user', 'More')),
  ];
  const history = await openHistory(
    await write(sessionText({ messages: ['Hi', 'Hello'] }) + entries.join('')),
  );
  const ids = await tailOf(history);
  const [torn = ''] = ids.splice(4, 1);
  assert.deepEqual(ids, ['entry-0', 'entry-1', 'result', 'label', 'summary', 'last']);
  assert.equal(history.firstRowFrom('result', 'last'), torn);
  assert.equal(history.firstRowFrom('summary', 'last'), 'summary');
  assert.equal(history.firstRowFrom('result', torn), null);
  assert.equal(history.firstRowFrom('unknown', 'last'), null);
  assert.deepEqual(idsOf(await history.before(torn, 2)), ['result', 'label']);
});

test('an entry without a line break is there once after the rest was written', async () => {
  const text = sessionText({ messages: ['Hi', 'Hello', 'More'] });
  const file = await write(text.trimEnd());
  const history = await openHistory(file);
  await appendFile(file, `\n${line('entry-3', 'entry-2', said('assistant'))}`);
  await history.refresh();
  assert.deepEqual(idsOf(await history.prompts('all')), ['entry-0', 'entry-2']);
  assert.deepEqual(await tailOf(history), ['entry-0', 'entry-1', 'entry-2', 'entry-3']);
});

test('a session that is gone has no entries, and one of version 1 in its place is read as a new one', async () => {
  const old = (messages: string[]): string =>
    [
      '{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00Z","cwd":"/w"}',
      ...messages.map((content) =>
        JSON.stringify({ ...said('user', content), timestamp: '2025-01-01T00:00:01Z' }),
      ),
      '',
    ].join('\n');
  const file = await write(old(['one', 'two', 'three']));
  const history = await openHistory(file);
  const ids = await tailOf(history);
  assert.equal(ids.length, 3);
  await rm(file);
  await history.refresh();
  assert.deepEqual([await tailOf(history), history.header], [[], undefined]);
  await writeFile(file, old(['other', 'text']));
  await history.refresh();
  assert.deepEqual(await tailOf(history), ids.slice(0, 2));
  assert.equal(history.hasBefore(ids[0]!), false);
});

test('a damaged line keeps no id from the whole line that was written after it', async () => {
  const text = sessionText({ messages: ['Hi', 'Hello'] });
  const whole = line('same', 'entry-1', said('user', 'More'));
  const history = await openHistory(await write(`${text}${whole.slice(0, -6)}\n${whole}`));
  const entry = await history.entry('same');
  assert.equal(entry?.type, 'message');
  assert.equal(history.hasBefore('same'), true);
  const ids = await tailOf(history);
  assert.deepEqual([ids.length, new Set(ids).size, ids.at(-1)], [4, 4, 'same']);
});

test('a line whose damage is found only when it is read stays at its place, and is found by its id', async () => {
  const text = sessionText({ messages: ['Hi', 'Hello', 'More', 'Yes'] });
  const history = await openHistory(await write(text.replace('"Hello"', '"Hel"lo"')));
  const ids = await tailOf(history);
  assert.equal(ids.length, 4);
  for (const [n, id] of ids.entries()) {
    assert.ok(history.isOnBranch(id), id);
    assert.equal((await history.before(id, 10)).length, n, id);
  }
  const entry = await history.entry(ids[1]!);
  assert.ok(entry && isDamaged(entry));
});
