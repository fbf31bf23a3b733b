import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EditorActs } from '../../../shared/companion.ts';
import { importInPi } from '../import-in-pi.ts';
import { Completer } from './completer.ts';
import { wireEditor, type EditorHost } from './editor-wiring.ts';
import { piKeybindings } from './pi-keys.ts';
import type { AgentModule, EditorComponent, PiParts } from '../pi-parts.ts';

type NewEditor = new (
  tui: object,
  theme: object,
  keys: object,
) => EditorComponent & {
  handleInput: (data: string) => void;
  isShowingAutocomplete: () => boolean;
};

async function openEditor(host: Partial<EditorHost> = {}) {
  const agent = (await importInPi('@earendil-works/pi-coding-agent')) as AgentModule & {
    CustomEditor: NewEditor;
  };
  const tui = (await importInPi('@earendil-works/pi-tui')) as PiParts['keybindings'];
  tui.setKittyProtocolActive?.(true);
  const keys = piKeybindings({
    agent: { ...agent, getAgentDir: () => '' },
    keybindings: tui,
  } as unknown as PiParts);
  const style = (text: string): string => text;
  const theme = {
    borderColor: style,
    selectList: {
      selectedPrefix: style,
      selectedText: style,
      description: style,
      scrollInfo: style,
      noMatch: style,
    },
  };
  const editor = new agent.CustomEditor(
    { requestRender: () => undefined, terminal: { rows: 24, columns: 80 } },
    theme,
    keys,
  );
  const acts: Partial<EditorActs>[] = [];
  const provide = wireEditor(editor, {
    act: (act) => acts.push(act),
    provider: () => null,
    history: () => [],
    runShortcut: () => false,
    toggle: () => undefined,
    doubleEscape: () => 'tree',
    ...host,
  });
  return { editor, acts, provide };
}

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, 100));

test('Enter submits, Shift+Enter and Ctrl+J begin a line, and the history comes back with Up', async () => {
  const { editor, acts } = await openEditor({ history: () => ['the first', 'the second'] });
  for (const key of ['a', '\x1b[13;2u', 'b', '\x1b[106;5u', 'c', '\r']) editor.handleInput(key);
  assert.deepEqual(acts, [{ submitted: ['a\nb\nc'] }]);
  assert.equal(editor.getText(), '');
  const earlier = ['\x1b[A', '\x1b[A', '\x1b[A', '\x1b[A', '\x1b[A'].map((key) => {
    editor.handleInput(key);
    return editor.getText();
  });
  assert.equal(earlier[0], 'a\nb\nc');
  assert.ok(earlier.includes('the second'));
});

test('keys of pi’s actions become acts of the page, and those of extensions run', async () => {
  const { editor, acts } = await openEditor({ runShortcut: (data) => data === '\x1b[121:89;6u' });
  for (const key of ['\x10', '\x1b[Z', '\x1b', '\x16', '\x1b[121:89;6u']) editor.handleInput(key);
  assert.deepEqual(acts, [
    { actions: ['app.model.cycleForward'] },
    { actions: ['app.thinking.cycle'] },
    { isInterrupted: true },
    { actions: ['app.clipboard.pasteImage'] },
  ]);
});

test('Ctrl+C empties the editor, and Alt+Enter sends a follow-up', async () => {
  const { editor, acts } = await openEditor();
  for (const key of ['x', '\x03']) editor.handleInput(key);
  assert.equal(editor.getText(), '');
  for (const key of ['y', '\x1b[13;3u']) editor.handleInput(key);
  assert.equal(editor.getText(), '');
  assert.deepEqual(acts, [{ followUps: ['y'] }]);
});

test('an editor without the methods of pi’s own still submits and interrupts', () => {
  const acts: Partial<EditorActs>[] = [];
  const editor: EditorComponent = { render: () => [], getText: () => '', setText: () => undefined };
  wireEditor(editor, {
    act: (act) => acts.push(act),
    provider: () => null,
    history: () => ['x'],
    toggle: () => undefined,
    doubleEscape: () => 'tree',
    runShortcut: () => false,
  });
  editor.onSubmit!('hi');
  editor.onEscape!();
  assert.deepEqual(acts, [{ submitted: ['hi'] }, { isInterrupted: true }]);
});

test('commands, their arguments, files and what extensions add are completed', async () => {
  const { CombinedAutocompleteProvider } = (await importInPi(
    '@earendil-works/pi-tui',
  )) as PiParts['keybindings'];
  const completer = new Completer(
    () => [{ name: 'paint', getArgumentCompletions: () => [{ value: 'red', label: 'red' }] }],
    {
      CombinedAutocompleteProvider,
      folder: import.meta.dirname,
      listCommands: () => [{ name: 'fix-tests' }],
    },
  );
  const { editor, provide } = await openEditor({ provider: () => completer.editorProvider() });
  const complete = async (typed: string): Promise<string> => {
    editor.setText('');
    for (const key of typed) editor.handleInput(key);
    await settled();
    assert.ok(editor.isShowingAutocomplete(), typed);
    editor.handleInput('\t');
    return editor.getText();
  };
  assert.equal((await complete('/fix')).trim(), '/fix-tests');
  assert.equal((await complete('/mod')).trim(), '/model');
  assert.equal((await complete('/paint r')).trim(), '/paint red');
  assert.equal((await complete('see @editor-wir')).trim().split(' ')[0], 'see');
  assert.match(editor.getText(), /@editor-wiring(\.test)?\.ts/);
  completer.add((current) => ({
    ...current,
    triggerCharacters: ['#'],
    getSuggestions: async (...given) =>
      given[0][given[1]]!.endsWith('#1')
        ? { items: [{ value: '#12', label: '#12' }], prefix: '#1' }
        : current.getSuggestions(...given),
    applyCompletion: (lines, line) => ({ lines: lines.with(line, '#12'), cursorLine: line, cursorCol: 3 }),
  }));
  provide();
  assert.equal(await complete('#1'), '#12');
});

test('Ctrl+O and Ctrl+T expand and collapse, Ctrl+D in an empty editor ends pi', async () => {
  const toggled: string[] = [];
  const { editor, acts } = await openEditor({ toggle: (what) => void toggled.push(what) });
  for (const key of ['\x0f', '\x14', '\x0f']) editor.handleInput(key);
  assert.deepEqual(toggled, ['tools', 'thoughts', 'tools']);
  editor.handleInput('\x04');
  assert.deepEqual(acts, [{ actions: ['app.exit'] }]);
});

test('two Esc in an empty editor do what the setting says, and in a text only what one does', async () => {
  const stop = { isInterrupted: true };
  const [first, second] = await Promise.all([openEditor(), openEditor({ doubleEscape: () => 'none' })]);
  for (const { editor } of [first, second]) for (let n = 0; n < 2; n++) editor.handleInput('\x1b');
  assert.deepEqual(first.acts, [stop, { ...stop, actions: ['app.session.tree'] }]);
  assert.deepEqual(second.acts, [stop, stop]);
  first.acts.length = 0;
  first.editor.setText('text');
  for (let n = 0; n < 2; n++) first.editor.handleInput('\x1b');
  assert.deepEqual(first.acts, [stop, stop]);
});
