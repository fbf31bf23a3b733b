import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import { changedFiles, foldersAround } from './changed-files.ts';

function runs(...parts: Partial<ToolRun>[]): Record<string, ToolRun> {
  const whole = parts.map((part, n): ToolRun => ({
    id: `r${n}`,
    name: 'edit',
    args: {},
    state: 'ok',
    output: { bytes: 0, tail: '' },
    ...part,
  }));
  return Object.fromEntries(whole.map((run) => [run.id, run]));
}

/** The details of an edit with this many added and removed lines, as pi 0.87.1 writes them. */
function details(added: number, removed: number): unknown {
  const lines = [...Array<string>(removed).fill('-old'), ...Array<string>(added).fill('+new')];
  return { patch: `--- a\n+++ a\n@@ -1,${removed} +1,${added} @@\n${lines.join('\n')}\n` };
}

test('the workspace files changed by edit and write are listed once each, however their paths were written', () => {
  const files = changedFiles(
    runs(
      { args: { path: 'z.ts' } },
      { name: 'write', args: { path: '/w/b/c.ts' } },
      { args: { path: '/w/z.ts' } },
    ),
    '/w',
  );
  assert.deepEqual(
    files.map(({ path, runs }) => [path, ...runs.map(({ id }) => id)]),
    [
      ['b/c.ts', 'r1'],
      ['z.ts', 'r0', 'r2'],
    ],
  );
});

test('the line counts of all edits to a file are added up; a file that was written whole has no counts', () => {
  const [edited, written] = changedFiles(
    runs(
      { args: { path: 'a' }, details: details(2, 1) },
      { args: { path: 'a' }, details: details(0, 3) },
      { args: { path: 'b' }, details: details(1, 1) },
      { name: 'write', args: { path: 'b' } },
    ),
    '/w',
  );
  assert.deepEqual(edited?.counts, { added: 2, removed: 4 });
  assert.equal(written?.counts, null);
});

test('reads, failed or running calls and files outside the workspace do not count', () => {
  const files = changedFiles(
    runs(
      { name: 'read', args: { path: 'a' } },
      { state: 'failed', args: { path: 'b' } },
      { state: 'running', args: { path: 'c' } },
      { args: { path: '/etc/d' } },
      { args: { path: 5 } },
    ),
    '/w',
  );
  assert.deepEqual(files, []);
});

test('the folders around a file are all its ancestors', () => {
  assert.deepEqual([...foldersAround(['a/b/c.ts', 'top.ts'])], ['a/b', 'a']);
});
