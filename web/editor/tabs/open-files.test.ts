import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { NO_CLAIM } from '../../lib/browser/focus-claim.ts';
import { memoryStorage } from '../../lib/storage/persisted.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { OpenFiles } from './open-files.svelte.ts';

const REQUEST = { workspace: '/w', isFocusFree: NO_CLAIM };

/** The paths that were read, in the order of the requests. */
let reads: string[];

beforeEach(() => {
  reads = [];
  Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
});

async function open(...paths: string[]): Promise<OpenFiles> {
  const fetch = (route: string): Promise<Response> => {
    const path = decodeURIComponent(route.split('path=')[1]!);
    reads.push(path);
    if (path === 'never read') return new Promise(() => undefined);
    if (path === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
    return Promise.resolve(new Response('text\n', { headers: { etag: '"1"' } }));
  };
  const files = new OpenFiles({ path: 'api/agents/1', api: { fetch } } as unknown as Agent, '/w');
  for (const path of paths) files.show({ ...REQUEST, path });
  await settle();
  return files;
}

/** Waits until all reads have finished. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
}

const names = (files: OpenFiles): string[] => files.tabs.map(({ path }) => path);

test('a file opens once, next to the active tab, however its path is written', async () => {
  const files = await open('a', 'b');
  files.select(files.tabs[0]!);
  files.show({ ...REQUEST, path: '/w/c' });
  files.show({ ...REQUEST, path: './b' });
  assert.deepEqual(names(files), ['a', 'c', 'b']);
  assert.equal(files.active?.path, 'b');
});

test('a request is handled only once', async () => {
  const files = await open('a');
  const request = { ...REQUEST, path: 'b' };
  files.show(request);
  files.select(files.tabs[0]!);
  files.show(request);
  assert.equal(files.active?.path, 'a');
  files.show({ ...request });
  assert.equal(files.active?.path, 'b', 'an equal request is another one');
});

test('a table opens in its viewer, and a link to one of its lines opens its text', async () => {
  const files = await open('a.csv', 'a.ts');
  const [table, code] = files.files;
  assert.deepEqual([table!.opensInViewer, table!.isPreviewed, code!.opensInViewer], [true, null, false]);
  files.show({ ...REQUEST, path: 'a.csv', line: 2 });
  assert.equal(table!.isPreviewed, false);
  files.show({ ...REQUEST, path: 'b.csv', line: 2 });
  assert.equal(files.files.find(({ path }) => path === 'b.csv')?.isPreviewed, false);
});

test('a file that was requested in another workspace is not opened', async () => {
  const files = await open('a');
  files.show({ ...REQUEST, workspace: '/other', path: 'b' });
  assert.deepEqual(names(files), ['a']);
});

test('closing the active tab shows the next one, or the one before it at the end', async () => {
  const files = await open('a', 'b', 'c');
  files.select(files.tabs[1]!);
  await files.close(files.tabs[1]!);
  assert.equal(files.active?.path, 'c');
  await files.close(files.tabs[1]!);
  assert.equal(files.active?.path, 'a');
});

test('a tab that is shown because another one was closed is read again if it may have changed meanwhile', async () => {
  const files = await open('a', 'b');
  files.onFilesChanged(['']);
  await settle();
  reads = [];
  await files.close(files.active!);
  await settle();
  assert.deepEqual([files.active?.path, reads], ['a', ['a']]);
});

test('a file that is still being read is not closed to make room, nor when it is deleted: it may have unsaved edits', async () => {
  const many = Array.from({ length: 41 }, (_, n) => `file ${n}`);
  const files = await open('never read', ...many);
  assert.equal(files.tabs.length, 40);
  files.onDeleted('never read');
  assert.equal(files.tabs[0]?.path, 'never read');
});

test('a changed file is read immediately; after an unknown change only the active file is, others when selected', async () => {
  const files = await open('src/a', 'src/b', 'c');
  reads = [];
  files.onFilesChanged(['src']);
  await settle();
  assert.deepEqual(reads.sort(), ['src/a', 'src/b']);
  reads = [];
  files.onFilesChanged(['']);
  await settle();
  assert.deepEqual(reads, ['c']);
  files.select(files.tabs[0]!);
  files.select(files.tabs[2]!);
  files.select(files.tabs[0]!);
  await settle();
  assert.deepEqual(reads, ['c', 'src/a']);
});

test('a change by a tool counts when its path is in the workspace', async () => {
  const files = await open('a');
  reads = [];
  files.onToolChange('/w/a');
  files.onToolChange('/elsewhere/a');
  await settle();
  assert.deepEqual(reads, ['a']);
});

test('beyond forty tabs the first one is closed, but never the active one', async () => {
  const paths = Array.from({ length: 41 }, (_, n) => `file ${n}`);
  const files = await open(...paths);
  assert.equal(files.tabs.length, 40);
  assert.ok(!names(files).includes('file 0'));
  assert.equal(files.active?.path, 'file 40');
});

test('a file that is shown is not closed to make room, in neither pane', async () => {
  const files = await open(...Array.from({ length: 40 }, (_, n) => `file ${n}`));
  files.select(files.tabs[0]!);
  files.showBeside(files.tabs[1]!);
  files.show({ ...REQUEST, path: 'new' });
  await settle();
  assert.deepEqual(
    files.panes.shown.map(({ path }) => path),
    ['file 0', 'new'],
  );
  assert.deepEqual([names(files).slice(0, 3), files.tabs.length], [['file 0', 'file 1', 'new'], 40]);
});

test('the open files and the active one are the same after a reload', async () => {
  const files = await open('a', 'b', 'c');
  files.select(files.tabs[1]!);
  const reloaded = await open();
  assert.deepEqual(names(reloaded), ['a', 'b', 'c']);
  assert.equal(reloaded.active?.path, 'b');
});

test('tabs of a renamed file or folder keep their positions and unsaved edits', async () => {
  const files = await open('src/a', 'b', 'src/in/c');
  files.select(files.tabs[0]!);
  files.files[0]!.editEarly('edited\n');
  await files.onMoved('src', 'lib');
  assert.deepEqual(names(files), ['lib/a', 'b', 'lib/in/c']);
  assert.equal(files.active, files.tabs[0]);
  const [moved, , clean] = files.files;
  assert.deepEqual(
    [moved?.text, moved?.isDirty, clean?.text, clean?.isDirty],
    ['edited\n', true, 'text\n', false],
  );
});

test('what is typed into a file, or undone, while its tab is being renamed is in the renamed tab', async () => {
  const files = await open('clean', 'edited', 'undone');
  const [clean, edited, undone] = files.files;
  edited!.editEarly('edited\n');
  undone!.editEarly('edited\n');
  for (const [file, text] of [
    [clean, 'typed\n'],
    [edited, 'edited and typed\n'],
    [undone, 'text\n'],
  ] as const) {
    const renamed = files.onMoved(file!.path, `new ${file!.path}`);
    file!.editEarly(text);
    await renamed;
  }
  assert.deepEqual(
    files.files.map(({ path, text, isDirty }) => [path, text, isDirty]),
    [
      ['new clean', 'typed\n', true],
      ['new edited', 'edited and typed\n', true],
      ['new undone', 'text\n', false],
    ],
  );
});

test('what is typed during a rename is kept even if the renamed file cannot be read', async () => {
  const files = await open('a');
  const [file] = files.files;
  const renamed = files.onMoved('a', 'lost');
  file!.editEarly('typed\n');
  await renamed;
  const [moved] = files.files;
  assert.deepEqual(
    [moved?.path, moved?.text, moved?.isDirty, moved?.phase.status],
    ['lost', 'typed\n', true, 'open'],
  );
});

test('deleting a folder closes the tabs of its files, except those with unsaved edits', async () => {
  const files = await open('src/a', 'src/b', 'c');
  files.files[0]!.editEarly('edited\n');
  files.onDeleted('src');
  assert.deepEqual(names(files), ['src/a', 'c']);
});

test('closing all tabs leaves those with unsaved edits, also hidden ones, and those that may have some', async () => {
  const files = await open('hidden', 'clean', 'never read', 'shown', 'last');
  files.files[0]!.editEarly('edited\n');
  files.files[3]!.editEarly('edited\n');
  files.select(files.tabs[3]!);
  files.closeAll();
  assert.deepEqual(names(files), ['hidden', 'never read', 'shown']);
  assert.equal(files.active?.path, 'shown');
});

test('a file that was still loading when all were closed closes once it turns out to have no edits', async () => {
  const files = await open('b');
  files.files[0]!.editEarly('edited\n');
  for (const path of ['a', 'c']) files.show({ ...REQUEST, path });
  files.closeAll();
  assert.deepEqual(names(files).sort(), ['a', 'b', 'c']);
  await settle();
  assert.deepEqual(names(files), ['b']);
  files.show({ ...REQUEST, path: 'd' });
  files.onDeleted('d');
  await settle();
  assert.deepEqual(names(files), ['b']);
});

test('a tab that the user goes to while it is about to close stays', async () => {
  const files = await open();
  files.show({ ...REQUEST, path: 'a' });
  files.closeAll();
  files.show({ ...REQUEST, path: 'a' });
  await settle();
  assert.deepEqual(names(files), ['a']);
});

test('two tabs are shown side by side, and a selected tab goes into the pane that was used last', async () => {
  const files = await open('a', 'b', 'c');
  const shown = (): string[] => files.panes.shown.map(({ path }) => path);
  files.showBeside(files.tabs[0]!);
  assert.deepEqual([shown(), files.active?.path], [['c', 'a'], 'a']);
  files.select(files.tabs[1]!);
  assert.deepEqual(shown(), ['c', 'b']);
  // A file that the other pane shows is not shown twice.
  files.select(files.tabs[2]!);
  assert.deepEqual([shown(), files.active?.path], [['c', 'b'], 'c']);
  files.show({ ...REQUEST, path: 'a', isBeside: true });
  assert.deepEqual([shown(), files.active?.path], [['c', 'a'], 'a']);
  files.unsplit();
  assert.deepEqual(shown(), ['a']);
});

test('closing a visible tab leaves the other pane; without another pane, the next tab is shown', async () => {
  const files = await open('a', 'b', 'c');
  files.showBeside(files.tabs[2]!);
  assert.deepEqual(
    files.panes.shown.map(({ path }) => path),
    ['c', 'c'],
  );
  await files.close(files.tabs[2]!);
  assert.deepEqual(
    files.panes.shown.map(({ path }) => path),
    ['b'],
  );
  files.showBeside(files.tabs[0]!);
  await files.close(files.tabs[0]!);
  assert.equal(files.active?.path, 'b');
  await files.close(files.tabs[0]!);
  assert.deepEqual([files.active, files.panes.shown], [null, []]);
});

test('a reload restores both panes, and both follow the disk', async () => {
  const files = await open('a', 'b', 'c');
  files.showBeside(files.tabs[0]!);
  const reloaded = new OpenFiles(files.agent, '/w');
  await settle();
  assert.deepEqual(
    reloaded.panes.shown.map(({ path }) => path),
    ['c', 'a'],
  );
  assert.equal(reloaded.active?.path, 'a');
  reads = [];
  reloaded.onFilesChanged(['']);
  await settle();
  assert.deepEqual(reads.toSorted(), ['a', 'c']);
});

test('a file that the user only looks at replaces the one before it', async () => {
  const files = await open('kept');
  for (const path of ['one', 'two']) {
    files.show({ ...REQUEST, path, isPreview: true });
    await settle();
  }
  assert.deepEqual(names(files), ['kept', 'two']);
  assert.equal(files.active, files.preview);
});

test('a file that was edited, asked for again, or kept by the user stays open', async () => {
  const files = await open();
  const look = async (path: string): Promise<void> => {
    files.show({ ...REQUEST, path, isPreview: true });
    await settle();
  };
  await look('edited');
  files.preview!.editEarly('more\n');
  await look('asked');
  files.show({ ...REQUEST, path: 'asked' });
  await look('kept');
  files.keep(files.preview!);
  await look('last');
  assert.deepEqual(names(files), ['edited', 'asked', 'kept', 'last']);
});

test('a look at a file that is open already does not replace any tab', async () => {
  const files = await open('a');
  files.show({ ...REQUEST, path: 'seen', isPreview: true });
  files.show({ ...REQUEST, path: 'a', isPreview: true });
  await settle();
  assert.deepEqual(names(files), ['a', 'seen']);
  assert.equal(files.preview?.path, 'seen');
});

test('a replaced preview that was still loading closes only once it is known to have no edits', async () => {
  const files = await open();
  files.show({ ...REQUEST, path: 'never read', isPreview: true });
  files.show({ ...REQUEST, path: 'next', isPreview: true });
  await settle();
  assert.deepEqual(names(files), ['never read', 'next']);
});

test('the preview is still one after a reload', async () => {
  const files = await open('a');
  files.show({ ...REQUEST, path: 'seen', isPreview: true });
  await settle();
  const again = await open();
  assert.equal(again.preview?.path, 'seen');
  again.show({ ...REQUEST, path: 'next', isPreview: true });
  await settle();
  assert.deepEqual(names(again), ['a', 'next']);
});

test('a renamed preview is still one, and a tab that is closed during its rename does not come back', async () => {
  const files = await open('a');
  files.show({ ...REQUEST, path: 'seen', isPreview: true });
  await settle();
  await files.onMoved('seen', 'moved');
  assert.equal(files.preview?.path, 'moved');
  files.show({ ...REQUEST, path: 'next', isPreview: true });
  await settle();
  assert.deepEqual(names(files), ['a', 'next']);
  const renamed = files.onMoved('a', 'b');
  await files.close(files.tabs[0]!);
  await renamed;
  assert.deepEqual(names(files), ['next']);
});

test('both panes show the renamed file', async () => {
  const files = await open('a', 'b');
  files.showBeside(files.tabs[0]!);
  await files.onMoved('a', 'c');
  assert.deepEqual(
    files.panes.shown.map(({ path }) => path),
    ['b', 'c'],
  );
});

test('a file with unsaved edits is read again after an unknown change, although it is not shown', async () => {
  const files = await open('edited', 'hidden', 'shown');
  files.files[0]!.editEarly('mine\n');
  reads = [];
  files.onFilesChanged(['']);
  await settle();
  assert.deepEqual(reads.toSorted(), ['edited', 'shown']);
});

test('a tab that was read again when it was shown is not read at every look', async () => {
  const files = await open('a', 'b');
  files.onFilesChanged(['']);
  await settle();
  reads = [];
  for (const at of [0, 1, 0]) files.select(files.tabs[at]!);
  await settle();
  assert.deepEqual(reads, ['a']);
});

test('a file that the user keeps is no preview after a reload', async () => {
  const files = await open();
  files.show({ ...REQUEST, path: 'seen', isPreview: true });
  await settle();
  files.keep(files.preview!);
  assert.equal((await open()).preview, null);
});

test('each workspace has its own open files', async () => {
  const files = await open('a');
  const other = new OpenFiles(files.agent, '/other');
  await settle();
  assert.deepEqual(names(other), []);
});

test('all files with edits that the browser has not stored yet are stored, also hidden ones', async () => {
  const files = await open('hidden', 'shown', 'clean');
  files.files[0]!.editEarly('mine\n');
  files.files[1]!.editEarly('mine\n');
  files.select(files.tabs[1]!);
  const stored: string[] = [];
  for (const file of files.files) file.storeEdits = () => Promise.resolve(void stored.push(file.path));
  await files.storeEdits();
  assert.deepEqual(stored, ['hidden', 'shown']);
});

test('the changes by one edit and by the whole conversation have tabs of their own', async () => {
  const files = await open('a');
  for (const diffOf of [{ run: '1' }, { run: '2' }, 'conversation', { run: '1' }] as const)
    files.show({ ...REQUEST, path: 'a', diffOf });
  assert.deepEqual(
    files.tabs.map((tab) => (tab.kind === 'diff' ? tab.of : tab.path)),
    ['a', { run: '1' }, { run: '2' }, 'conversation'],
  );
  assert.equal(files.active, files.tabs[1], 'one that is open is shown again');
});
