import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flushSync } from 'svelte';
import { toStore } from 'svelte/store';
import { emptyView, type View } from '../../../shared/view/view.ts';
import { ShownView } from './shown-view.svelte.ts';

const VIEW = emptyView('/home/me/project');

test('there is no view before the first one', () => {
  assert.equal(new ShownView().view, null);
});

test('the shown view equals the last one', () => {
  const shown = new ShownView();
  shown.show(VIEW);
  const next: View = { ...VIEW, title: 'another', badRecords: 1 };
  shown.show(next);
  assert.deepEqual({ ...shown.view }, next);
});

test('somebody who has kept the view reads the latest values', () => {
  const shown = new ShownView();
  shown.show(VIEW);
  const kept = shown.view!;
  shown.show({ ...VIEW, title: 'another' });
  assert.equal(kept.title, 'another');
  assert.equal(shown.view, kept);
});

test('a reader is asked again only if a property has changed that it reads', () => {
  const shown = new ShownView();
  const read: (string | null | undefined)[] = [];
  const title = toStore(() => {
    read.push(shown.view?.title);
    return null;
  });
  const stop = title.subscribe(() => undefined);
  read.splice(0);
  const show = (view: View): (string | null | undefined)[] => {
    shown.show(view);
    flushSync();
    return read.splice(0);
  };
  assert.deepEqual(show(VIEW), [null], 'there is a view at last');
  assert.deepEqual(show({ ...VIEW, badRecords: 1 }), []);
  assert.deepEqual(show({ ...VIEW, title: 'another' }), ['another']);
  stop();
});

test('a property that no earlier view had reaches those who read it before', () => {
  const shown = new ShownView();
  shown.show(VIEW);
  const versions: (string | undefined)[] = [];
  const stop = toStore(() => shown.view?.version).subscribe((version) => void versions.push(version));
  shown.show({ ...VIEW, version: '0.87.1' });
  flushSync();
  assert.deepEqual(versions, [undefined, '0.87.1']);
  stop();
});
