// Which regions are shown in a window of each width, and what the actions of the regions change.
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { NO_CLAIM } from '../../lib/browser/focus-claim.ts';
import type { Layout as LayoutClass } from './layout.svelte.ts';
import type { Region } from './region.ts';
import type { Workbench as WorkbenchClass } from './workbench.svelte.ts';

const REGIONS = [
  { id: 'chat', slot: 'chat' },
  { id: 'files', slot: 'rail' },
  { id: 'changes', slot: 'rail' },
  { id: 'editor', slot: 'center' },
  { id: 'review', slot: 'center', isCover: true },
  { id: 'terminal', slot: 'below' },
  { id: 'shell', slot: 'below', isCover: true },
  { id: 'settings', slot: 'overlay' },
] as Region[];

let Layout: typeof LayoutClass;
let Workbench: typeof WorkbenchClass;
let width: number;

before(async () => {
  const matchMedia = (query: string) => ({
    get matches() {
      const [, side, px] = /(max|min)-width: (\d+)px/.exec(query) ?? [];
      return side === 'max' ? width <= Number(px) : side === 'min' && width >= Number(px);
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  Object.assign(globalThis, { window: globalThis, matchMedia });
  ({ Layout } = await import('./layout.svelte.ts'));
  ({ Workbench } = await import('./workbench.svelte.ts'));
});

beforeEach(() => {
  width = 1400;
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
});

function page({ hasRuns = false } = {}) {
  const workbench = new Workbench(REGIONS);
  const layout = new Layout(workbench, () => hasRuns);
  const toggle = (id: string): void => layout.toggle(REGIONS.find((region) => region.id === id)!);
  const shown = (): string =>
    REGIONS.filter((region) => layout.isShown(region))
      .map(({ id }) => id)
      .join(' ');
  return { workbench, layout, toggle, shown };
}

test('a wide page shows its regions side by side, and an editor once a file is open', () => {
  const { workbench, shown, toggle } = page();
  assert.equal(shown(), 'chat files');
  workbench.showFile('a.ts', {}, NO_CLAIM);
  toggle('terminal');
  assert.equal(shown(), 'chat files editor terminal');
  toggle('changes');
  assert.equal(shown(), 'chat changes editor terminal');
  toggle('settings');
  assert.equal(shown(), 'chat changes editor terminal settings');
  toggle('settings');
  toggle('terminal');
  assert.equal(shown(), 'chat changes editor');
});

test('a cover hides the region in its place, and that region is there again without the cover', () => {
  const { workbench, shown, toggle } = page();
  workbench.showFile('a.ts', {}, NO_CLAIM);
  toggle('review');
  assert.equal(shown(), 'chat files review');
  toggle('review');
  assert.equal(shown(), 'chat files editor');
});

test('the review stays beside the shells and the terminal', () => {
  const { shown, toggle } = page();
  toggle('review');
  toggle('shell');
  assert.equal(shown(), 'chat files review shell');
  toggle('terminal');
  assert.equal(shown(), 'chat files review terminal');
  toggle('shell');
  toggle('review');
  assert.equal(shown(), 'chat files shell');
});

test('the key of the terminal closes it, although a review covers the editor', () => {
  const { shown, toggle } = page();
  toggle('review');
  toggle('terminal');
  assert.equal(shown(), 'chat files review terminal');
  toggle('terminal');
  assert.equal(shown(), 'chat files review');
});

test('the key of a covered terminal shows it, and only the next one closes it', () => {
  const { workbench, shown, toggle } = page();
  toggle('terminal');
  toggle('shell');
  assert.equal(shown(), 'chat files shell');
  toggle('terminal');
  assert.equal(workbench.cover, null);
  assert.equal(shown(), 'chat files terminal');
  toggle('terminal');
  assert.equal(shown(), 'chat files');
});

test('the terminal opens by itself only on a wide page with runs, if the user wants that and has not closed it', () => {
  const isOpen = (hasRuns: boolean, opensTerminal: boolean): boolean => {
    const { workbench, layout } = page({ hasRuns });
    workbench.settings.change({ opensTerminal });
    return layout.isTerminalOpen;
  };
  assert.deepEqual([isOpen(true, true), isOpen(false, true), isOpen(true, false)], [true, false, false]);
  width = 1000;
  assert.equal(isOpen(true, true), false);
  width = 1400;
  const { layout, toggle, workbench } = page({ hasRuns: true });
  workbench.settings.change({ opensTerminal: true });
  toggle('terminal');
  assert.equal(layout.isTerminalOpen, false);
});

test('on a page of middle width a panel covers others until it is closed, or a file is asked for', () => {
  width = 1000;
  const { workbench, layout, shown, toggle } = page();
  assert.equal(layout.rail, null);
  toggle('changes');
  assert.equal(shown(), 'chat changes');
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.equal(shown(), 'chat editor');
  layout.toggleRail();
  assert.equal(layout.rail, 'changes', 'the last one');
  layout.toggleRail();
  assert.equal(layout.rail, null);
  assert.equal(workbench.rail, 'files', 'the panel of a wide page stays');
});

test('a narrow page shows one region at a time', () => {
  width = 800;
  const { workbench, layout, shown, toggle } = page();
  assert.equal(shown(), 'chat');
  toggle('files');
  assert.equal(shown(), 'files');
  assert.equal(layout.rail, 'files');
  toggle('terminal');
  assert.equal(shown(), 'terminal');
  toggle('terminal');
  assert.equal(shown(), 'chat');
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.equal(shown(), 'editor');
  layout.showRail(null);
  assert.equal(shown(), 'chat');
});

test('the tabs of a phone are below its region, and beside it on a page that may be low', () => {
  const { layout } = page();
  const at = (px: number): unknown[] => {
    width = px;
    return [layout.mode, layout.tabs, layout.isPhone];
  };
  assert.deepEqual(at(699), ['narrow', 'below', true]);
  assert.deepEqual(at(700), ['narrow', 'beside', false]);
  assert.deepEqual(
    [at(899)[0], at(900)[0], at(1099)[0], at(1100)[0]],
    ['narrow', 'middle', 'middle', 'wide'],
  );
});

test('a side bar that was closed opens again with its last panel', () => {
  const { layout, toggle } = page();
  toggle('changes');
  layout.toggleRail();
  assert.equal(layout.rail, null);
  layout.toggleRail();
  assert.equal(layout.rail, 'changes');
  layout.toggleRail('files');
  assert.equal(layout.rail, 'files');
});
