// The text of one open file as a Monaco model. Its undo history lives as long as the tab.
import { minimalEdit } from './minimal-edit.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import { createModel } from '../../monaco/text-model.ts';
import type { EditBuffer } from '../file/live-text.svelte.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';

export class CodeBuffer implements EditBuffer {
  readonly model: monaco.editor.ITextModel;
  /** The cursor and scroll position, kept while another tab is shown. */
  viewState: monaco.editor.ICodeEditorViewState | null = null;

  constructor(text: string, path: string, onEdit: () => void) {
    this.model = createModel(text, path, 'file');
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
