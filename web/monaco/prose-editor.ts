// A Monaco editor for one long text, such as an answer or a draft, without the features for files.
import { t } from '../language/text.ts';
import { editorOptions } from './editor-options.ts';
import { leaveByTab } from './leave-by-tab.ts';
import { monaco } from './monaco-setup.ts';
import { applyPageTheme } from './monaco-theme.ts';

export interface ProseOptions {
  label: string;
  text: string;
  /** The offset of the caret, or null if the editor must not take the focus. */
  caret: number | null;
  scheme: 'light' | 'dark';
  onChange: (text: string) => void;
  onSubmit: () => void;
}

export interface ProseEditor {
  focus: () => void;
  /** Must be called when the color scheme of the page has changed. */
  recolor: (scheme: 'light' | 'dark') => void;
  dispose: () => void;
}

export function createProseEditor(host: HTMLElement, options: ProseOptions): ProseEditor {
  const { label, text, caret, scheme, onChange, onSubmit } = options;
  applyPageTheme(host, scheme);
  const editor = monaco.editor.create(host, {
    ...editorOptions(host),
    value: text,
    language: 'markdown',
    ariaLabel: label,
    wordWrap: 'on',
    lineNumbers: 'off',
    glyphMargin: false,
    folding: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
  });
  leaveByTab(editor);
  // The editor keeps the line endings of the text.
  const model = editor.getModel()!;
  const change = model.onDidChangeContent(() => onChange(model.getValue()));
  editor.addAction({
    id: 'panel.submit',
    label: t('Submit'),
    keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.Enter],
    run: onSubmit,
  });
  if (caret !== null) {
    const position = model.getPositionAt(caret);
    editor.setPosition(position);
    editor.revealPosition(position, monaco.editor.ScrollType.Immediate);
    editor.focus();
  }
  return {
    focus: () => editor.focus(),
    recolor: (now) => applyPageTheme(host, now),
    dispose: () => {
      change.dispose();
      editor.dispose();
      model.dispose();
    },
  };
}
