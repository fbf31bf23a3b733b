import '../../monaco/fixtures/page.ts';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fakeEditor } from '../../monaco/fixtures/editor.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import { LiveText } from '../file/live-text.svelte.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';
import { bufferOf } from './code-buffer.ts';
import { CodeEditor } from './code-editor.ts';

const TEXT = 'one\ntwo\nthree\nfour\n';

/** A file with this text, which is read-only or still being read. */
function fileOf(t: TestContext, path: string, { isReadOnly = false, isOpen = true } = {}): OpenFile {
  const live = new LiveText();
  live.replace(TEXT);
  t.after(() => live.dispose());
  const content = {
    get buffer() {
      return live.buffer;
    },
    attach: (create: Parameters<LiveText['attach']>[0]) => live.attach(create, TEXT),
  };
  const phase = isOpen ? { status: 'open', isReadOnly } : { status: 'loading' };
  return { path, content, phase, onEdit: () => undefined } as unknown as OpenFile;
}

/** A code editor of this width that shows `lib/a.ts`. `reports` has what it said to its owner. */
function open(t: TestContext, width = 900) {
  const fake = fakeEditor();
  t.mock.method(monaco.editor, 'create', () => fake.editor);
  const reports: unknown[] = [];
  const report =
    (name: string) =>
    (...given: unknown[]): unknown =>
      reports.push([name, ...given]);
  const editor = new CodeEditor({ clientWidth: width } as HTMLElement, {
    ...{ onSave: report('save'), onAsk: report('ask'), onComment: report('comment') },
    ...{ onSelection: report('selection'), onAuthors: report('authors') },
    languages: () => null,
  });
  const first = fileOf(t, 'lib/a.ts');
  editor.show(first);
  const act = (id: string): unknown => fake.actions.get(`panel.${id}`)!.run(fake.editor as never);
  return { ...fake, code: editor, first, reports, act };
}

test('a question and a comment have the selected lines, a comment without a selection the line of the cursor', (t) => {
  const { state, act, reports } = open(t);
  for (const [selection, asked, comment] of [
    [new monaco.Selection(2, 2, 3, 3), { from: 2, to: 3 }, { from: 2, to: 3, text: 'two\nthree' }],
    [new monaco.Selection(3, 1, 1, 2), { from: 1, to: 2 }, { from: 1, to: 2, text: 'one\ntwo' }],
    [new monaco.Selection(4, 2, 4, 2), {}, { from: 4, to: 4, text: 'four' }],
  ] as const) {
    state.selection = selection;
    for (const id of ['ask', 'add-to-chat', 'comment']) act(id);
    assert.deepEqual(reports.splice(0), [
      ['ask', asked],
      ['ask', asked],
      ['comment', comment],
    ]);
  }
});

test('Ctrl+S saves, and the menu asks about the selection or the file, whichever there is', (t) => {
  const { act, actions, reports } = open(t);
  act('save');
  act('authors');
  assert.deepEqual(
    reports.map((each) => (each as unknown[])[0]),
    ['save', 'authors'],
  );
  const { KeyMod, KeyCode } = monaco;
  assert.deepEqual(actions.get('panel.save')?.keybindings, [KeyMod.CtrlCmd | KeyCode.KeyS]);
  assert.deepEqual(
    ['ask', 'add-to-chat', 'comment'].map((id) => actions.get(`panel.${id}`)?.precondition),
    ['editorHasSelection', '!editorHasSelection', undefined],
  );
});

test('each file has its own text, cursor and scroll position, also after another one was shown', (t) => {
  const { code, state, first } = open(t);
  const second = fileOf(t, 'lib/b.ts');
  assert.deepEqual([state.model, state.viewState], [bufferOf(first).model, null]);
  state.viewState = 'first, line 4';
  code.show(second);
  assert.deepEqual([state.model, state.viewState], [bufferOf(second).model, null]);
  state.viewState = 'second, line 9';
  code.show(first);
  assert.deepEqual([state.model, state.viewState], [bufferOf(first).model, 'first, line 4']);
  state.viewState = 'first, line 5';
  code.show(first);
  assert.equal(state.viewState, 'first, line 5', 'a file that is shown already stays where it is');
  code.dispose();
  assert.deepEqual([bufferOf(first).viewState, bufferOf(second).viewState] as unknown[], [
    'first, line 5',
    'second, line 9',
  ]);
});

test('a read-only file cannot be edited, the next one can, and a file that is still being read is not shown', (t) => {
  const { code, state, options, first } = open(t);
  assert.deepEqual([options.readOnly, options.ariaLabel], [false, 'lib/a.ts']);
  code.show(fileOf(t, 'lib/b.ts', { isReadOnly: true }));
  assert.deepEqual([options.readOnly, options.ariaLabel], [true, 'lib/b.ts']);
  code.show(first);
  code.show(fileOf(t, 'lib/c.ts', { isOpen: false }));
  assert.deepEqual([options.readOnly, options.ariaLabel], [false, 'lib/a.ts']);
  assert.equal(state.model, bufferOf(first).model);
});

test('a selection offers its acts only if the user made it, and no longer once it is empty', (t) => {
  const { fire, reports } = open(t);
  const [some, none] = [new monaco.Selection(1, 1, 2, 1), new monaco.Selection(2, 1, 2, 1)];
  for (const [selection, source] of [
    [some, 'mouse'],
    [some, 'api'],
    [some, 'keyboard'],
    [none, 'keyboard'],
  ] as const)
    fire('onDidChangeCursorSelection', { selection, source });
  assert.deepEqual(
    reports,
    [true, false, true, false].map((hasSelection) => ['selection', hasSelection]),
  );
});

test('a narrow editor wraps its lines and has no minimap, a wide one as the user likes', (t) => {
  const looks = [559, 560].flatMap((width) =>
    [true, false].map((isOn) => {
      const { code, options } = open(t, width);
      code.configure({ hasMinimap: isOn, wrapsLines: isOn });
      return [width, (options.minimap as { enabled: boolean }).enabled, options.wordWrap];
    }),
  );
  assert.deepEqual(looks, [
    [559, false, 'on'],
    [559, false, 'on'],
    [560, true, 'on'],
    [560, false, 'off'],
  ]);
});

test('a hit is selected and brought into sight, and a place from before Monaco was there is taken over', (t) => {
  const { code, state, did } = open(t);
  code.reveal(3, { column: 2, length: 3 });
  assert.deepEqual([String(state.selection), did.splice(0)], ['[3,2 -> 3,5]', ['reveal 3']]);
  code.reveal(2);
  assert.deepEqual([String(state.selection), did.splice(0)], ['[2,1 -> 2,1]', ['reveal 2']]);
  code.select({ start: 1, end: 6 });
  code.scrollTo(190);
  code.focus();
  assert.deepEqual([String(state.selection), did, state.hasFocus], ['[1,2 -> 2,3]', ['scroll 190'], true]);
  state.model = null;
  code.select({ start: 0, end: 1 });
  assert.equal(String(state.selection), '[1,2 -> 2,3]');
});
