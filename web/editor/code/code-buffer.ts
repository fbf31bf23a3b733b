// The text of one open file as a Monaco model. Its undo history lives as long as the tab.
import { minimalEdit } from './minimal-edit.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { EditBuffer } from '../file/live-text.svelte.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';

let count = 0;

/** The file name selects the language; the number keeps models with the same path apart. */
export function createModel(text: string, path: string): monaco.editor.ITextModel {
  const uri = monaco.Uri.from({ scheme: 'file', path: `/${path}`, query: String(++count) });
  const model = monaco.editor.createModel(text, undefined, uri);
  model.setEOL(monaco.editor.EndOfLineSequence.LF);
  model.updateOptions({
    bracketColorizationOptions: { enabled: false, independentColorPoolPerBracketType: false },
  });
  return model;
}

export class CodeBuffer implements EditBuffer {
  readonly model: monaco.editor.ITextModel;
  /** The cursor and scroll position, kept while another tab is shown. */
  viewState: monaco.editor.ICodeEditorViewState | null = null;

  constructor(text: string, path: string, onEdit: () => void) {
    this.model = createModel(text, path);
    this.model.onDidChangeContent(onEdit);
  }

  text(): string {
    return this.model.getValue(monaco.editor.EndOfLinePreference.LF);
  }

  version(): number {
    return this.model.getAlternativeVersionId();
  }

  replace(text: string): void {
    const edit = minimalEdit(this.text(), text);
    if (!edit) return;
    const [start, end] = [this.model.getPositionAt(edit.start), this.model.getPositionAt(edit.end)];
    this.model.pushStackElement();
    this.model.pushEditOperations(
      null,
      [{ range: monaco.Range.fromPositions(start, end), text: edit.text }],
      () => null,
    );
    this.model.pushStackElement();
  }

  dispose(): void {
    this.model.dispose();
  }
}

/**
 * Returns the buffer of an open file. It is created when the file is first shown, and lives until the tab is closed.
 */
export function bufferOf(file: OpenFile): CodeBuffer {
  file.content.attach((text) => new CodeBuffer(text, file.path, () => file.onEdit()));
  if (!(file.content.buffer instanceof CodeBuffer)) throw new Error(`${file.path} is not open`);
  return file.content.buffer;
}
