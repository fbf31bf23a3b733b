import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { flushSync } from 'svelte';
import { inComponent } from '../lib/fixtures/in-component.svelte.ts';
import { reactive } from '../lib/fixtures/reactive.svelte.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';
import { reportDiskChanges, type DiskFollower } from './disk-changes.svelte.ts';

type Listener = (event: { type: string; paths: string[] }) => void;

/** A page that shows an agent, whose events the test sends. */
function shown(t: TestContext) {
  const listeners = new Set<Listener>();
  const status = reactive('live');
  const follower = reactive<DiskFollower | null>(null);
  const onEvent = (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const panel = {
    agent: { onEvent },
    get connection() {
      return { status: status.value };
    },
  } as unknown as Panel;
  const follow = () => {
    const told: string[] = [];
    return { told, follower: { onFilesChanged: (paths: readonly string[]) => void told.push(paths.join()) } };
  };
  inComponent(t, () => reportDiskChanges(panel, () => follower.value));
  return {
    follow,
    show: (next: DiskFollower | null): void => {
      follower.value = next;
      flushSync();
    },
    connect: (next: string): void => {
      status.value = next;
      flushSync();
    },
    send: (type: string, ...paths: string[]): void => {
      for (const listener of listeners) listener({ type, paths });
    },
  };
}

test('what changes on disk is passed on, and nothing else', (t) => {
  const { follow, show, send } = shown(t);
  const { told, follower } = follow();
  show(follower);
  assert.deepEqual(told.splice(0), [''], 'anything may have changed before');
  send('panel_files_changed', 'a', 'b');
  send('tool_execution_end', 'c');
  assert.deepEqual(told, ['a,b']);
});

test('after a time without a connection anything may have changed, once', (t) => {
  const { follow, show, connect } = shown(t);
  const { told, follower } = follow();
  show(follower);
  connect('reconnecting');
  connect('catching up');
  assert.deepEqual(told, ['']);
  connect('live');
  assert.deepEqual(told, ['', '']);
});

test('files that come back to the page have missed what changed, and those that left it hear nothing', (t) => {
  const { follow, show, send } = shown(t);
  const [first, second] = [follow(), follow()];
  show(first.follower);
  show(second.follower);
  send('panel_files_changed', 'a');
  assert.deepEqual([first.told, second.told], [[''], ['', 'a']]);
  show(first.follower);
  assert.deepEqual(first.told, ['', '']);
  show(null);
  send('panel_files_changed', 'b');
  assert.deepEqual([first.told.length, second.told.length], [2, 2]);
});
