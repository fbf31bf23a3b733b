import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ToolRun } from '../../shared/view/view.ts';
import { foldersAround, touchedFiles } from './touched-files.ts';

function runs(...parts: Partial<ToolRun>[]): Record<string, ToolRun> {
  const whole = parts.map((part, n): ToolRun => {
    return { id: `r${n}`, name: 'edit', args: {}, state: 'ok', output: { bytes: 0, tail: '' }, ...part };
  });
  return Object.fromEntries(whole.map((run) => [run.id, run]));
}

test('what edit and write changed inside the workspace counts, by either way to name it', () => {
  const touched = touchedFiles(
    runs(
      { args: { path: 'a.ts' } },
      { name: 'write', args: { path: '/w/b/c.ts' } },
      { args: { path: '/w/a.ts' } },
    ),
    '/w',
  );
  assert.deepEqual([...touched], ['a.ts', 'b/c.ts']);
});

test('reading, failing, still running and other folders do not', () => {
  const touched = touchedFiles(
    runs(
      { name: 'read', args: { path: 'a' } },
      { state: 'failed', args: { path: 'b' } },
      { state: 'running', args: { path: 'c' } },
      { args: { path: '/etc/d' } },
      { args: { path: 5 } },
    ),
    '/w',
  );
  assert.equal(touched.size, 0);
});

test('the folders around a file are all of those on the way to it', () => {
  assert.deepEqual([...foldersAround(['a/b/c.ts', 'top.ts'])], ['a/b', 'a']);
});
