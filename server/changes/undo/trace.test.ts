import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ABSENT, type FileState } from '../contents/file-state.ts';
import { CallWorld } from '../fixtures/call-world.ts';
import { file } from '../fixtures/records.ts';
import type { ScopedFile } from '../journal/scoped-file.ts';
import { traceBack } from './trace.ts';

test('each path leads, by changes that follow each other, from where its file is now to what it had first', () => {
  for (let seed = 0; seed < 400; seed += 1) {
    const world = new CallWorld(seed, 1 + (seed % 5));
    const { tracks } = traceBack(world.scope, (path) => world.files.has(path));
    for (const [path, { at, changes }] of tracks) {
      const about = `${seed}: ${path}`;
      const now = at === null ? ABSENT : world.stateAt(at);
      const first = world.stateAt(path, world.first);
      assert.deepEqual(changes[0]?.before ?? now, first, about);
      assert.deepEqual(changes.at(-1)?.after ?? now, now, about);
      for (const [nth, { before }] of changes.slice(1).entries())
        assert.deepEqual(changes[nth]!.after, before, about);
    }
  }
});

test('files that were moved among each other are in one group, and each path is in exactly one', () => {
  for (let seed = 0; seed < 400; seed += 1) {
    const world = new CallWorld(seed, 1 + (seed % 5));
    const { tracks, groups } = traceBack(world.scope, (path) => world.files.has(path));
    assert.deepEqual(groups.flat().sort(), world.scope.map(({ path }) => path).sort());
    for (const [path, { at }] of tracks)
      if (at !== null && at !== path)
        assert.ok(
          groups.some((group) => group.includes(path) && group.includes(at)),
          `${seed}: ${path} from ${at}`,
        );
  }
});

test('what a call put where a file was that it moved has to be gone, and is known', () => {
  const others: FileState[] = [
    { kind: 'link', target: 'b' },
    { kind: 'folder', mode: 0o755 },
  ];
  for (const other of [ABSENT, ...others]) {
    const change = (path: string, before: FileState, after: FileState): ScopedFile => ({
      ...{ path, changes: [{ before, after, call: 'c', order: 0 }], steps: [path], isShared: false },
    });
    const scope = [change('a', file('moved'), other), change('b', ABSENT, file('moved'))];
    const { tracks, displaced } = traceBack(scope, (path) => path === 'b');
    assert.equal(tracks.get('a')!.at, 'b');
    const changes = other.kind === 'absent' ? [] : [{ before: ABSENT, after: other }];
    assert.deepEqual(
      displaced.map((track) => [track.at, track.changes]),
      [['a', changes]],
    );
  }
});
