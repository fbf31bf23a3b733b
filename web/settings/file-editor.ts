// A Monaco editor for one of pi's files. This module is loaded when a file is first shown.
import { t } from '../language/text.ts';
import { editorOptions } from '../monaco/editor-options.ts';
import { attachSchema, type AttachedSchema } from '../monaco/json-schemas.ts';
import { leaveByTab } from '../monaco/leave-by-tab.ts';
import { monaco } from '../monaco/monaco-setup.ts';
import { applyPageTheme } from '../monaco/monaco-theme.ts';

export interface FileEditorOptions {
  text: string;
  language: 'json' | 'markdown' | 'typescript';
  /** The path of the file, which is also the accessible name of the editor. */
  path: string;
  scheme: 'light' | 'dark';
  /** Resolves to the JSON schema of the file, if there is one. */
  schema: Promise<AttachedSchema | null>;
  /** The initial position of the cursor, from 1. */
  position: { line: number; column: number } | null;
  onChange: (text: string) => void;
  onSave: () => void;
}

let count = 0;

export function createFileEditor(
  host: HTMLElement,
  { language, text, path, scheme, schema, position, onChange, onSave }: FileEditorOptions,
): { show: (text: string) => void; dispose: () => void } {
  applyPageTheme(host, scheme);
  const uri = monaco.Uri.from({ scheme: 'settings', path: `/${++count}/${path.split(/[\\/]/).at(-1)}` });
  let given = text;
  const model = monaco.editor.createModel(text, language, uri);
  const editor = monaco.editor.create(host, {
    ...editorOptions(host),
    model,
    ariaLabel: path,
    wordWrap: 'on',
    quickSuggestions: { strings: true, other: true, comments: false },
    // Only completions from the schema are offered.
    ...(language === 'json' && { wordBasedSuggestions: 'off' as const }),
  });
  leaveByTab(editor);
  if (position) {
    editor.setPosition({ lineNumber: position.line, column: position.column });
    editor.revealLineInCenterIfOutsideViewport(position.line);
  }
  const change = model.onDidChangeContent(() => onChange(model.getValue()));
  editor.addAction({
    id: 'panel.save',
    label: t('Save'),
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
    run: onSave,
  });
  let detach: (() => void) | null = null;
  void schema.then((found) => {
    if (found && !model.isDisposed()) detach = attachSchema(uri, found);
  });
  return {
    /** Shows a text. The cursor and the focus stay, as after saving. */
    show(wanted) {
      // A file with mixed line endings differs from its model without any edit.
      if (wanted === given) return;
      given = wanted;
      if (wanted !== model.getValue()) model.setValue(wanted);
    },
    dispose() {
      detach?.();
      change.dispose();
      editor.dispose();
      model.dispose();
    },
  };
}
