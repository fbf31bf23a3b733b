// A Monaco editor for one of pi's files. This module is loaded when a file is first shown.
import { t } from '../language/text.ts';
import { editorOptions } from '../monaco/editor-options.ts';
import { leaveByTab } from '../monaco/leave-by-tab.ts';
import { monaco } from '../monaco/monaco-setup.ts';
import { applyPageTheme } from '../monaco/monaco-theme.ts';

export interface FileEditorOptions {
  text: string;
  language: 'json' | 'markdown' | 'typescript';
  /** The path of the file, which is also the accessible name of the editor. */
  path: string;
  scheme: 'light' | 'dark';
  onChange: (text: string) => void;
  onSave: () => void;
}

export function createFileEditor(
  host: HTMLElement,
  { language, text, path, scheme, onChange, onSave }: FileEditorOptions,
): { dispose: () => void } {
  applyPageTheme(host, scheme);
  const editor = monaco.editor.create(host, {
    ...editorOptions(host),
    value: text,
    language,
    ariaLabel: path,
    wordWrap: 'on',
    quickSuggestions: { strings: true, other: true, comments: false },
  });
  leaveByTab(editor);
  const model = editor.getModel()!;
  const change = model.onDidChangeContent(() => onChange(model.getValue()));
  editor.addAction({
    id: 'panel.save',
    label: t('Save'),
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
    run: onSave,
  });
  return {
    dispose() {
      change.dispose();
      editor.dispose();
      model.dispose();
    },
  };
}
