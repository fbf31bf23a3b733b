// Monaco for one long answer: an editor for prose, without the features for files. Loaded only when an answer is long.
import { editorOptions } from '../monaco/editor-options.ts';
import { leaveByTab } from '../monaco/leave-by-tab.ts';
import { monaco } from '../monaco/monaco-setup.ts';
import { applyPageTheme } from '../monaco/monaco-theme.ts';

export interface LongAnswerOptions {
  text: string;
  /** Offset in the text; null: the editor does not get the focus. */
  caret: number | null;
  scheme: 'light' | 'dark';
  onChange: (text: string) => void;
  onSubmit: () => void;
}

export interface LongAnswerEditor {
  focus: () => void;
  /** Must be called when the color scheme of the page has changed. */
  recolor: (scheme: 'light' | 'dark') => void;
  dispose: () => void;
}

export function createLongAnswerEditor(host: HTMLElement, options: LongAnswerOptions): LongAnswerEditor {
  const { text, caret, scheme, onChange, onSubmit } = options;
  applyPageTheme(host, scheme);
  const editor = monaco.editor.create(host, {
    ...editorOptions(host),
    value: text,
    language: 'markdown',
    ariaLabel: 'Text',
    wordWrap: 'on',
    lineNumbers: 'off',
    glyphMargin: false,
    folding: false,
    overviewRulerLanes: 0,
    hideCursorInOverviewRuler: true,
  });
  leaveByTab(editor);
  // The answer keeps the line ends of the text.
  const model = editor.getModel()!;
  const change = model.onDidChangeContent(() => onChange(model.getValue()));
  editor.addAction({
    id: 'panel.submit',
    label: 'Submit',
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
