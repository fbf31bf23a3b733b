import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { copiedParts, emptyNames, forbiddenImports, importCycles } from './room-checks.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = new Map(
  globSync('{shared,server,web,e2e,scripts}/**/*.{ts,svelte}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .map((file) => [file, readFileSync(`${root}/${file}`, 'utf8')]),
);

test('every import respects the rooms', () => {
  assert.deepEqual(forbiddenImports(sources), []);
});

test('no files import each other in a cycle', () => {
  assert.deepEqual(importCycles(sources), []);
});

test('every file is named for what it holds', () => {
  assert.deepEqual(emptyNames(sources), []);
});

test('every part of the page is written once', () => {
  assert.deepEqual(copiedParts(sources), []);
});

test('an import from web into server is found, also in a component and when it is dynamic', () => {
  const sources = new Map([
    [
      'web/chat/Chat.svelte',
      `<script lang="ts">\n  import { App } from '../../server/app.ts';\n</script>\n<p>hi</p>`,
    ],
    ['web/lib/api.ts', `const app = await import('../../server/app.ts');`],
  ]);
  assert.deepEqual(forbiddenImports(sources), [
    'web/chat/Chat.svelte imports server/app.ts: web/chat may not import server',
    'web/lib/api.ts imports server/app.ts: web/lib may not import server',
  ]);
});

test('a region that imports another region is found', () => {
  const sources = new Map([['web/chat/chat.ts', `import type { Tab } from '../editor/tab.ts';`]]);
  assert.deepEqual(forbiddenImports(sources), [
    'web/chat/chat.ts imports web/editor/tab.ts: web/chat may not import web/editor',
  ]);
});

test('a room of the chat that imports a room above it is found, and the files that all share are not', () => {
  const sources = new Map([
    [
      'web/chat/tools/parts.ts',
      `import { Rows } from '../transcript/rows.ts';\nimport { getChat } from '../chat-context.ts';`,
    ],
  ]);
  assert.deepEqual(forbiddenImports(sources), [
    'web/chat/tools/parts.ts imports web/chat/transcript/rows.ts: web/chat/tools may not import web/chat/transcript',
  ]);
});

test('a folder without a room is found at its first import', () => {
  const sources = new Map([['server/magic/wand.ts', `import { view } from '../../shared/view/view.ts';`]]);
  assert.deepEqual(forbiddenImports(sources), [
    'server/magic/wand.ts is not in a room: add its folder to scripts/rooms.ts',
  ]);
});

test('a cycle of three files is found once', () => {
  const sources = new Map([
    ['shared/pi/a.ts', `import { b } from './b.ts';`],
    ['shared/pi/b.ts', `export { c } from './c.ts';`],
    ['shared/pi/c.ts', `import type { A } from './a.ts';`],
  ]);
  assert.deepEqual(importCycles(sources), [
    'shared/pi/a.ts -> shared/pi/b.ts -> shared/pi/c.ts -> shared/pi/a.ts',
  ]);
});

test('names without meaning are found in files and folders', () => {
  const names = ['web/lib/utils.ts', 'web/helpers/x.ts', 'shared/index.ts', 'shared/view/view.ts'];
  assert.deepEqual(emptyNames(new Map(names.map((name) => [name, '']))), names.slice(0, 3));
});

test('a dialog, a find bar, a diff editor or a view of conflicts of its own is found, but not a file that speaks of it', () => {
  const sources = new Map([
    ['web/ui/overlays/Modal.svelte', '<dialog {...rest}></dialog>'],
    ['web/usage/Usage.svelte', '<!-- Not a <dialog>. -->\n<dialog open>\n</dialog>'],
    ['web/log/log.ts', '// createDiffEditor()\nmonaco.editor.createDiffEditor(host);'],
    ['web/log/Clash.svelte', "{t('Both sides of {path}', { path })}"],
    ['web/log/EventLog.svelte', "<script>\n  // Like a <dialog>.\n</script>\n<b>{t('Next match')}</b>"],
  ]);
  assert.deepEqual(copiedParts(sources), [
    'web/usage/Usage.svelte writes <dialog>: use web/ui/overlays/Modal.svelte',
    'web/log/log.ts writes a diff editor: use web/diff/side-by-side.ts',
    'web/log/Clash.svelte writes the view of a conflict: use web/ui/conflicts/ConflictText.svelte',
    'web/log/EventLog.svelte writes the buttons of a find bar: use web/ui/find/FindSteps.svelte',
  ]);
});

test('the map in CONTRIBUTING.md has every room, and no other', () => {
  const text = readFileSync(`${root}/CONTRIBUTING.md`, 'utf8');
  const rows = text.slice(text.indexOf('| ---'), text.indexOf('## Set up')).split('\n').slice(1);
  for (const [column, home] of [
    [2, 'server'],
    [3, 'web'],
  ] as const) {
    const cells = rows.map((row) => row.split('|')[column] ?? '');
    const named = new Set(
      cells.flatMap((cell) => Array.from(cell.matchAll(/`([^`/]+)[^`]*`/g), ([, name]) => name!)),
    );
    const rooms = new Set(
      [...sources.keys()].filter((file) => file.startsWith(`${home}/`)).map((file) => file.split('/')[1]!),
    );
    assert.deepEqual(
      [...rooms].filter((room) => !/\.\w+$/.test(room) && !named.has(room)),
      [],
      home,
    );
    assert.deepEqual(
      [...named].filter((name) => !existsSync(`${root}/${home}/${name}`)),
      [],
      home,
    );
  }
});
