import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Region } from './region.ts';
import type { Workbench as Class } from './workbench.svelte.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import { storeLayout } from './stored-layout.ts';
import { shellRequests } from './shell-requests.svelte.ts';
import { NO_CLAIM } from '../../lib/browser/focus-claim.ts';
import { restoreBelow, showHiddenCover, storeBelow } from './later-acts.ts';

let Workbench: typeof Class;

before(async () => {
  const query = { matches: false, addEventListener: () => undefined, removeEventListener: () => undefined };
  Object.assign(globalThis, { window: globalThis, matchMedia: () => query });
  ({ Workbench } = await import('./workbench.svelte.ts'));
});

test('a request for a file keeps its line, its diff and its place beside the first editor', () => {
  const workbench = new Workbench([]);
  workbench.showFile('a.ts', { line: 3, diffOf: 'conversation', isBeside: true }, NO_CLAIM);
  const first = workbench.fileRequest!;
  const { isFocusFree: _claim, workspace: _workspace, ...request } = first;
  assert.deepEqual(request, { path: 'a.ts', line: 3, diffOf: 'conversation', isBeside: true });
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.notEqual(workbench.fileRequest, first, 'each request is a new object, so the editor notices it');
});

test('on a machine without any pointer, a requested file gets the focus', () => {
  const workbench = new Workbench([]);
  workbench.showFile('a.ts', {}, () => true);
  assert.equal(workbench.fileRequest!.isFocusFree(), true);
});

test('a requested file belongs to the workspace of the request, even while the page shows another one', () => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  const workbench = new Workbench([]);
  workbench.openWorkspace('/first');
  workbench.showFile('a.ts', {}, NO_CLAIM);
  workbench.openWorkspace('/second');
  assert.equal(workbench.fileRequest!.workspace, '/first');
  workbench.showFile('b.ts', {}, NO_CLAIM);
  assert.equal(workbench.fileRequest!.workspace, '/second');
});

test('the place that an agent read last is not shown in another workspace', () => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  const workbench = new Workbench([]);
  workbench.openWorkspace('/first');
  const run = { toolCallId: 'c', toolName: 'read', args: { path: 'a.ts' }, panel_at: 1 };
  workbench.follow.onEvent({ type: 'tool_execution_start', ...run }, undefined);
  workbench.openWorkspace('/second');
  workbench.follow.turn(true);
  assert.equal(workbench.fileRequest, null);
});

const FILES = { id: 'files', slot: 'rail' } as Region;
const SESSIONS = { id: 'sessions', slot: 'rail' } as Region;

test('regions that the user opened or closed in the layout of a likely workspace stay open or closed', () => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  const layout = { files: false, isEmpty: true, sizes: {} };
  storeLayout('/likely', { ...layout, rail: 'files', terminal: false });
  storeLayout('/real', { ...layout, rail: 'files', terminal: false });
  storeLayout('/next', { ...layout, rail: 'files', terminal: false });

  const workbench = new Workbench([FILES, SESSIONS]);
  workbench.openWorkspace('/likely', { isLikely: true });
  assert.deepEqual([workbench.rail, workbench.isTerminalOpen], ['files', false]);
  workbench.rail = 'sessions';
  workbench.isTerminalOpen = true;
  workbench.openWorkspace('/real');
  assert.deepEqual([workbench.rail, workbench.isTerminalOpen], ['sessions', true]);
  workbench.openWorkspace('/next');
  assert.deepEqual(
    [workbench.rail, workbench.isTerminalOpen],
    ['files', false],
    'each workspace has its own layout',
  );
});

test('the layout of a likely workspace, where the user changed nothing, gives way to that of the real one', () => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  const layout = { files: false, isEmpty: true, sizes: {} };
  storeLayout('/likely', { ...layout, rail: 'sessions', terminal: true });
  storeLayout('/real', { ...layout, rail: null, terminal: false });
  const workbench = new Workbench([FILES, SESSIONS]);
  workbench.openWorkspace('/likely', { isLikely: true });
  workbench.openWorkspace('/real');
  assert.deepEqual([workbench.rail, workbench.isTerminalOpen], [null, false]);
});

const REVIEW = { id: 'review', slot: 'center', isCover: true } as Region;
const LOG = { id: 'log', slot: 'below', isCover: true } as Region;
const SHELL = { id: 'shell', slot: 'below', isCover: true } as Region;

test('a requested file is shown in front of the review, which is shown again on request', () => {
  const workbench = new Workbench([REVIEW, LOG]);
  workbench.showReview({ turn: 'user-1' });
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.deepEqual([workbench.cover, workbench.hiddenCover], [null, 'review']);
  workbench.showFile('b.ts', {}, NO_CLAIM);
  assert.equal(workbench.hiddenCover, 'review', 'a second file does not lose the way back');
  showHiddenCover(workbench);
  assert.deepEqual([workbench.cover, workbench.hiddenCover], ['review', null]);
  assert.deepEqual(workbench.reviewRequest, { turn: 'user-1' });
  workbench.showFile('a.ts', {}, NO_CLAIM);
  workbench.showCover('log');
  assert.equal(workbench.hiddenCover, 'review', 'a cover in another place does not lose the way back');
  showHiddenCover(workbench);
  workbench.closeCover('center');
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.equal(workbench.hiddenCover, null, 'a review that the user closed is not offered');
});

test('a requested file leaves the event log open, which does not cover the editor', () => {
  const workbench = new Workbench([REVIEW, LOG]);
  workbench.showCover('log');
  workbench.showFile('a.ts', {}, NO_CLAIM);
  assert.deepEqual([workbench.cover, workbench.hiddenCover], ['log', null]);
});

const AGENTS = { id: 'agents', slot: 'rail' } as Region;

test('what the user opened stays when the workspace is reported again, and the list of agents also in another one', () => {
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
  const workbench = new Workbench([FILES, SESSIONS, AGENTS]);
  workbench.openWorkspace('/a');
  workbench.rail = 'sessions';
  workbench.isTerminalOpen = true;
  workbench.sizes = { rail: 300 };
  workbench.openWorkspace('/a');
  assert.deepEqual(
    [workbench.rail, workbench.isTerminalOpen, workbench.sizes],
    ['sessions', true, { rail: 300 }],
    'as after a reconnection',
  );
  workbench.store();
  workbench.rail = 'agents';
  workbench.openWorkspace('/b');
  assert.equal(workbench.rail, 'agents');
  workbench.rail = 'files';
  workbench.openWorkspace('/a');
  assert.deepEqual([workbench.rail, workbench.isTerminalOpen], ['sessions', true], 'as it was stored');
});

test('a cover in one place stays while the user opens and closes one in another place', () => {
  const workbench = new Workbench([REVIEW, LOG, SHELL]);
  workbench.showReview();
  workbench.showCover('log');
  assert.deepEqual([workbench.coverIn('center'), workbench.coverIn('below')], ['review', 'log']);
  workbench.showCover('shell');
  assert.deepEqual([workbench.coverIn('center'), workbench.coverIn('below')], ['review', 'shell']);
  assert.equal(workbench.cover, 'shell', 'the newest one');
  workbench.closeCover('below');
  assert.deepEqual([workbench.cover, workbench.isCovering('shell')], ['review', false]);
});

test('a place in the chat, a run and an undo are shown where they belong', () => {
  const workbench = new Workbench([REVIEW, LOG]);
  workbench.showReview();
  workbench.showCover('log');
  workbench.showRun('c1');
  assert.deepEqual(
    [workbench.selectedRun, workbench.cover, workbench.isTerminalOpen, workbench.tab],
    ['c1', 'review', true, 'terminal'],
  );
  workbench.showInChat({ key: 'user-1' });
  assert.deepEqual([workbench.chatRequest, workbench.tab], [{ key: 'user-1' }, 'chat']);
  workbench.showUndo({ redo: 'u' });
  assert.deepEqual([workbench.undoRequest, workbench.overlay], [{ redo: 'u' }, 'undo']);
  workbench.openSettings('page');
  assert.deepEqual([workbench.settingsPage, workbench.overlay], ['page', 'settings']);
});

test('a reload keeps the region over the terminal, unless it was closed, was open only for a program, or is unknown', () => {
  Object.defineProperty(globalThis, 'sessionStorage', { value: memoryStorage(), configurable: true });
  const shell = { id: 'shell', slot: 'below', isCover: true } as Region;
  const review = { id: 'review', slot: 'center', isCover: true } as Region;
  /** What covers the terminal after a reload, of a page with these regions that shows `first`. */
  const reload = (regions: Region[], first?: string): string | null => {
    const workbench = new Workbench(regions);
    if (first !== undefined) workbench.showCover(first);
    restoreBelow(workbench);
    return workbench.coverIn('below');
  };
  const workbench = new Workbench([shell, review]);
  workbench.showCover('shell');
  storeBelow(workbench);
  assert.equal(reload([shell, review]), 'shell');
  assert.equal(reload([shell, review], 'review'), null);
  assert.equal(reload([review]), null);
  shellRequests.isBriefly = true;
  storeBelow(workbench);
  assert.equal(reload([shell, review]), null);
  shellRequests.isBriefly = false;
  storeBelow(workbench);
  assert.equal(reload([shell, review]), 'shell');
  workbench.uncover('below');
  storeBelow(workbench);
  assert.equal(reload([shell, review]), null);
});
