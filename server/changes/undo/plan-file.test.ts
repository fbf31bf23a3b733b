import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ABSENT,
  fileState,
  hashOf,
  unknown,
  type FileState,
  type ReadState,
} from '../contents/file-state.ts';
import { planFile } from './plan-file.ts';
import type { Reversal } from '../journal/scoped-file.ts';

const LINK: FileState = { kind: 'link', target: 'x' };

/** The contents in the store. */
class Contents {
  readonly #bytes = new Map<string, Buffer>();
  reads = 0;

  /** A stored file with this text. */
  file(text: string, mode = 0o644): FileState & { kind: 'file' } {
    const state = read(text, mode).state as FileState & { kind: 'file' };
    this.#bytes.set(state.hash, Buffer.from(text, 'latin1'));
    return state;
  }

  get(hash: string): Promise<Buffer | null> {
    this.reads += 1;
    return Promise.resolve(this.#bytes.get(hash) ?? null);
  }

  async plan(changes: Reversal[], current: ReadState): Promise<[string, string | FileState, number | null]> {
    const { action, why, target } = await planFile(changes, current, (hash) => this.get(hash));
    assert.equal(
      why !== undefined,
      ['conflict', 'unknown'].includes(action),
      'a reason for what is impossible',
    );
    const { bytes, state } = target;
    if (state.kind === 'file' && bytes) assert.equal(hashOf(bytes), state.hash);
    return [action, bytes ? bytes.toString('latin1') : state, state.kind === 'file' ? state.mode : null];
  }
}

function read(text: string, mode = 0o644): ReadState {
  const bytes = Buffer.from(text, 'latin1');
  return { state: fileState(bytes, mode), bytes };
}

const gone: ReadState = { state: ABSENT };

test('changes that take each other back are no change, whatever is there now', async () => {
  const store = new Contents();
  const made = store.file('made');
  const both = [
    { before: ABSENT, after: made },
    { before: made, after: ABSENT },
  ];
  assert.deepEqual(await store.plan(both, read('of the user')), ['nothing', 'of the user', 0o644]);
  assert.deepEqual(await store.plan(both, gone), ['nothing', ABSENT, null]);
  const socket = unknown('It is not a regular file.');
  assert.deepEqual(await store.plan(both, { state: socket }), ['conflict', socket, null]);
});

test('a changed file is restored, a created one deleted, a deleted one is there again', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old'), store.file('now')];
  assert.deepEqual(await store.plan([{ before: old, after: now }], read('now')), ['restore', 'old', 0o644]);
  assert.deepEqual(await store.plan([{ before: ABSENT, after: now }], read('now')), ['delete', ABSENT, null]);
  assert.deepEqual(await store.plan([{ before: old, after: ABSENT }], gone), ['restore', 'old', 0o644]);
});

test('a link is restored, and so is what a link replaced', async () => {
  const store = new Contents();
  const old = store.file('old');
  assert.deepEqual(await store.plan([{ before: LINK, after: old }], read('old')), ['restore', LINK, null]);
  assert.deepEqual(await store.plan([{ before: old, after: LINK }], { state: LINK }), [
    'restore',
    'old',
    0o644,
  ]);
});

test('a file that cannot be read is left alone for that reason', async () => {
  const store = new Contents();
  const change = { before: store.file('old'), after: store.file('now') };
  const current = { state: unknown('It could not be read (EACCES).') };
  const { action, why } = await planFile([change], current, (hash) => store.get(hash));
  assert.deepEqual([action, why], ['conflict', 'It could not be read (EACCES).']);
});

test('a file that is as it was before needs nothing', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old'), store.file('now')];
  assert.deepEqual(await store.plan([{ before: old, after: now }], read('old')), ['nothing', 'old', 0o644]);
  assert.deepEqual(await store.plan([], read('now')), ['nothing', 'now', 0o644]);
  assert.deepEqual(await store.plan([{ before: ABSENT, after: now }], gone), ['nothing', ABSENT, null]);
});

test('the newest change is taken back first', async () => {
  const store = new Contents();
  const [one, two, three] = [store.file('1\n'), store.file('2\n'), store.file('3\n')];
  const user = store.file('user\n');
  const changes = [
    { before: one, after: two },
    { before: user, after: three },
  ];
  assert.deepEqual(
    (await store.plan(changes, read('3\n')))[0],
    'conflict',
    'what the user wrote between stays',
  );
  assert.deepEqual(await store.plan([changes[0]!, { before: two, after: three }], read('3\n')), [
    'restore',
    '1\n',
    0o644,
  ]);
});

test('a change is taken back only after the newer ones of the same lines', async () => {
  const store = new Contents();
  // The user added a line between the two changes.
  const [one, two] = [store.file('a\n\n\nend\n'), store.file('b\n\n\nend\n')];
  const [three, four] = [store.file('b\n\n\nend\nmine\n'), store.file('c\n\n\nend\nmine\n')];
  const changes = [
    { before: one, after: two },
    { before: three, after: four },
  ];
  assert.deepEqual(await store.plan(changes, read('c\n\n\nend\nmine\n')), [
    'merge',
    'a\n\n\nend\nmine\n',
    0o644,
  ]);
});

test('changes that follow each other are taken back without reading what was between them', async () => {
  const store = new Contents();
  const [one, three] = [store.file('1'), store.file('3')];
  const lost = fileState(Buffer.from('2'), 0o644);
  const changes = [
    { before: one, after: lost },
    { before: lost, after: three },
  ];
  assert.deepEqual(await store.plan(changes, read('3')), ['restore', '1', 0o644]);
  assert.equal(store.reads, 1);
});

test('lines that were changed since are kept', async () => {
  const store = new Contents();
  const [old, now] = [store.file('a\nb\nc\nd\n'), store.file('A\nb\nc\nd\n')];
  const change = [{ before: old, after: now }];
  assert.deepEqual(await store.plan(change, read('A\nb\nc\nD\n')), ['merge', 'a\nb\nc\nD\n', 0o644]);
  assert.deepEqual((await store.plan(change, read('X\nb\nc\nd\n')))[0], 'conflict');
});

test('bytes that are not UTF-8 survive a merge', async () => {
  const store = new Contents();
  const [old, now] = [store.file('a\xff\nb\nc\n'), store.file('A\xff\nb\nc\n')];
  const current = read('A\xff\nb\nC\xfe\n');
  assert.deepEqual(await store.plan([{ before: old, after: now }], current), [
    'merge',
    'a\xff\nb\nC\xfe\n',
    0o644,
  ]);
});

test('a file that is not text is not merged, on whichever side', async () => {
  const store = new Contents();
  const text = (line: string): string => `${line}\nb\nc\n`;
  const plan = (old: string, base: string, now: string) =>
    store.plan([{ before: store.file(old), after: store.file(base) }], read(now));
  for (const at of [0, 1, 2]) {
    const texts = [text('a'), text('A'), 'A\nb\nC\n'];
    texts[at] = `${texts[at]}\0`;
    assert.equal((await plan(texts[0]!, texts[1]!, texts[2]!))[0], 'conflict', String(at));
  }
});

test('nothing is done for a file that was deleted, created or replaced since', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old'), store.file('now')];
  const other = read('other');
  assert.equal((await store.plan([{ before: old, after: now }], gone))[0], 'conflict');
  assert.equal((await store.plan([{ before: ABSENT, after: now }], other))[0], 'conflict');
  assert.equal((await store.plan([{ before: old, after: ABSENT }], other))[0], 'conflict');
  assert.equal((await store.plan([{ before: old, after: now }], { state: LINK }))[0], 'conflict');
  assert.equal((await store.plan([{ before: LINK, after: now }], other))[0], 'conflict');
  assert.equal((await store.plan([{ before: old, after: LINK }], other))[0], 'conflict');
  assert.equal(
    (await store.plan([{ before: old, after: now }], { state: unknown('Too large.') }))[0],
    'conflict',
  );
});

test('a file that is too large to be read now is in the way, even if its content is the one of before', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old'), store.file('now')];
  const { state } = read('other');
  assert.equal((await store.plan([{ before: old, after: now }], { state }))[0], 'conflict');
});

test('a content from before that is not known, or no longer stored, is never guessed', async () => {
  const store = new Contents();
  const now = store.file('a\nb\nc\n');
  const lost = fileState(Buffer.from('lost'), 0o644);
  const current = read('a\nb\nc\n');
  const before = unknown('Not read.');
  assert.deepEqual(await store.plan([{ before, after: now }], current), ['unknown', 'a\nb\nc\n', 0o644]);
  assert.deepEqual(await store.plan([{ before: lost, after: now }], current), [
    'unknown',
    'a\nb\nc\n',
    0o644,
  ]);
  for (const [from, to] of [
    [lost, now],
    [now, lost],
  ] as const)
    assert.equal((await store.plan([{ before: from, after: to }], read('a\nb\nC\n')))[0], 'conflict');
});

test('after a change that cannot be taken back the file stays as it is, although a newer one could be', async () => {
  const store = new Contents();
  const [two, three] = [store.file('2'), store.file('3')];
  const changes = [
    { before: unknown('Not read.'), after: store.file('1') },
    { before: two, after: three },
  ];
  assert.deepEqual(await store.plan(changes, read('3')), ['unknown', '3', 0o644]);
});

test('a changed mode is taken back, and a mode that was set since is kept', async () => {
  const store = new Contents();
  const [old, now] = [store.file('x', 0o644), store.file('x', 0o755)];
  const change = [{ before: old, after: now }];
  assert.deepEqual(await store.plan(change, read('x', 0o755)), ['restore', 'x', 0o644]);
  assert.deepEqual(await store.plan(change, read('x', 0o700)), ['nothing', 'x', 0o700]);
  assert.deepEqual(await store.plan(change, read('y', 0o755)), ['merge', 'y', 0o644]);
});

test('a content is restored under a mode that was set since, and a mode under a content', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old', 0o600), store.file('now', 0o644)];
  const change = [{ before: old, after: now }];
  assert.deepEqual(await store.plan(change, read('now', 0o755)), ['merge', 'old', 0o755]);
  assert.deepEqual(await store.plan(change, read('old', 0o644)), ['merge', 'old', 0o600]);
  assert.deepEqual(await store.plan(change, read('old', 0o755)), ['nothing', 'old', 0o755]);
});

test('a mode is taken back, and a content under another mode restored, also of a file that is not text', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old\0', 0o600), store.file('now\0', 0o644)];
  const change = [{ before: old, after: now }];
  assert.deepEqual(await store.plan(change, read('now\0', 0o755)), ['merge', 'old\0', 0o755]);
  assert.deepEqual(await store.plan(change, read('old\0', 0o644)), ['merge', 'old\0', 0o600]);
  const mode = [{ before: old, after: { ...old, mode: 0o755 } }];
  assert.deepEqual(await store.plan(mode, read('other\0', 0o755)), ['merge', 'other\0', 0o600]);
});

test('a conflict says what is in the way', async () => {
  const store = new Contents();
  const [old, now] = [store.file('old'), store.file('now')];
  const [binary, lost] = [store.file('binary\0'), fileState(Buffer.from('lost'), 0o644)];
  const why = async (before: FileState, after: FileState, current: ReadState) =>
    (await planFile([{ before, after }], current, (hash) => store.get(hash))).why;
  const other = read('other');
  assert.equal(await why(old, now, gone), 'It was deleted since.');
  assert.match((await why(ABSENT, now, other))!, /^It was created by the agent and changed since/);
  assert.match((await why(old, ABSENT, other))!, /^It was deleted by the agent, and there is another file/);
  for (const [before, after, current] of [
    [LINK, now, other],
    [old, LINK, other],
    [old, now, { state: LINK }],
    [old, now, { state: other.state }],
  ] as const)
    assert.equal(await why(before, after, current), 'It was changed since.');
  assert.equal(await why(lost, now, other), 'The content from before is no longer stored.');
  assert.match((await why(binary, now, other))!, /^It is not a text file/);
  assert.equal(await why(old, now, other), 'The same lines were changed since.');
});
