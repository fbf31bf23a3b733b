import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { isWritten } from '../../../shared/plan-rows.ts';
import { CallWorld } from '../fixtures/call-world.ts';
import { file } from '../fixtures/records.ts';
import { planSet } from './plan-set.ts';
import { isThere, NOT_WRITTEN, TOGETHER, writesOf, type PlannedRow } from './planned.ts';

/** Plans the undo of all calls, some of whose files the user has changed since. `lost`: no longer stored. */
async function planOf(seed: number) {
  const world = new CallWorld(seed, 1 + (seed % 5));
  const texts = new Set([...world.first.values(), ...world.files.values()]);
  const edits = Array.from({ length: seed % 3 }, () => world.edit());
  const lost = seed % 4 === 3 ? hashOf(world.pick([...world.first.values(), 'none'])) : null;
  const contents = new Map([...texts].map((text) => [hashOf(text), Buffer.from(text)]));
  for (const { changes } of world.scope)
    for (const { before, after } of changes)
      for (const state of [before, after])
        if (state.kind === 'file' && !contents.has(state.hash)) {
          const text = world.seen.find((one) => hashOf(one) === state.hash)!;
          contents.set(state.hash, Buffer.from(text));
        }
  for (const source of world.scope) source.isShared = world.pick([true, false, false]);
  const { files, folders } = await planSet(world.scope, {
    read: (path) => Promise.resolve(world.read(path)),
    readContent: (hash) => Promise.resolve(hash === lost ? null : (contents.get(hash) ?? null)),
    disk: world.disk(),
    renames: [],
    known: world.scope,
  });
  return { world, edits, files, folders, lost };
}

const sorted = (files: ReadonlyMap<string, string>): unknown =>
  [...files].sort(([one], [other]) => (one < other ? -1 : 1));

const hashOf = (text: string): string => hash('sha256', text);

/** The files after these rows were written. */
function filesAfter(world: CallWorld, rows: readonly PlannedRow[]): Map<string, string> {
  const after = new Map(world.files);
  const writes = writesOf(rows, []);
  for (const { path } of writes) after.delete(path);
  for (const { path, after: target } of writes)
    if (target.state.kind === 'file') after.set(path, target.bytes!.toString());
  return after;
}

test('each file that a plan restores has its first content afterwards, and a file that it does not name stays', async () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const { world, edits, files } = await planOf(seed);
    const chosen = files.filter(isWritten);
    const after = filesAfter(world, chosen);
    const written = new Set(writesOf(chosen, []).map(({ path }) => path));
    for (const path of new Set([...world.first.keys(), ...world.files.keys()]))
      if (!written.has(path)) assert.equal(after.get(path), world.files.get(path), `${seed}: ${path}`);
      else if (edits.length === 0)
        // A file that was moved may be put back although another one stays where it was.
        assert.ok(
          after.get(path) === world.first.get(path) || files.some(({ action }) => !isWritten({ action })),
          `${seed}: ${path}`,
        );
    // Each write begins with the content that is there.
    for (const { path, before } of writesOf(chosen, []))
      assert.deepEqual(before, world.stateAt(path), `${seed}: ${path}`);
  }
});

test('if nobody else wrote and nothing is lost, every file is as it was first', async () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const { world, edits, files, lost } = await planOf(seed);
    if (edits.length > 0 || lost !== null) continue;
    const impossible = files.filter((row) => !isWritten(row) && row.action !== 'nothing');
    assert.deepEqual(impossible, [], `${seed}`);
    assert.deepEqual(sorted(filesAfter(world, files.filter(isWritten))), sorted(world.first), `${seed}`);
  }
});

test('a row is shared if one of the files that are undone with it is', async () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const { files } = await planOf(seed);
    for (const { path, shared, sources } of files)
      assert.equal(
        shared === true,
        sources.some(({ isShared }) => isShared),
        `${seed}: ${path}`,
      );
    for (const row of files)
      for (const path of row.with ?? [])
        assert.equal(files.find((other) => other.path === path)!.shared, row.shared, `${seed}: ${path}`);
  }
});

test('no plan takes away what the user wrote, or the only copy of a content that belongs elsewhere', async () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const { world, edits, files } = await planOf(seed);
    const after = [...filesAfter(world, files.filter(isWritten)).values()];
    for (const text of world.files.values())
      if (text.startsWith('user')) assert.ok(after.includes(text), `${seed}: ${text}`);
    for (const text of world.files.values())
      if (text.startsWith('old') && edits.every((edit) => edit.text !== text))
        assert.ok(after.includes(text), `${seed}: ${text}`);
  }
});

test('files that were moved together are undone together, or none of them is', async () => {
  let held = 0;
  for (let seed = 0; seed < 300; seed += 1) {
    const { files } = await planOf(seed);
    const byPath = new Map(files.map((row) => [row.path, row]));
    for (const row of files)
      for (const path of row.with ?? []) {
        const other = byPath.get(path)!;
        if (row.action === 'nothing' || other.action === 'nothing') continue;
        assert.equal(isWritten(row), isWritten(other), `${seed}: ${row.path} and ${path}`);
        held += Number(!isWritten(row));
        if (!isWritten(row)) assert.equal(row.writes.length, 0);
      }
  }
  assert.ok(held > 0, 'some groups cannot be undone');
});

test('a swap whose half is blocked on the disk is no part of the plan', async () => {
  // Both were swapped, and the user made a file where the folder of one of them was.
  const [one, other] = [file('one\n'), file('other\n')];
  const scope = [
    {
      path: 'a',
      changes: [{ before: one, after: other, call: 'c', order: 0 }],
      steps: ['a'],
      isShared: false,
    },
    {
      path: 'd/b',
      changes: [{ before: other, after: one, call: 'c', order: 1 }],
      steps: ['b'],
      isShared: false,
    },
  ];
  const texts: Record<string, string> = { a: 'other\n', 'd/b': 'one\n' };
  const read = (path: string) =>
    Promise.resolve(
      texts[path] === undefined
        ? { state: path === 'd' ? file('of the user\n') : { kind: 'absent' as const } }
        : { state: file(texts[path]), bytes: Buffer.from(texts[path]), identity: path, names: 1 },
    );
  const { files } = await planSet(scope, {
    ...{ read, readContent: () => Promise.resolve(null), renames: [], known: scope },
    disk: {
      ...{ read, listBelow: () => Promise.resolve([]), ignoresCase: () => Promise.resolve(false) },
      listed: (path) => Promise.resolve(texts[path] === undefined ? null : path),
    },
  });
  assert.deepEqual(
    files.map(({ path, action, writes }) => [path, action, writes.length]),
    [
      ['a', 'conflict', 0],
      ['d/b', 'conflict', 0],
    ],
  );
  assert.ok(files.every(({ why }) => why !== undefined && why !== NOT_WRITTEN && why !== TOGETHER));
  assert.ok(files.every(({ writes }) => writes.every(({ after }) => isThere(after.state))));
});
