// The only Monaco editor of the region: it shows the buffer of the active file.
import { bufferOf, type CodeBuffer } from './code-buffer.ts';
import { editorOptions } from '../monaco/editor-options.ts';
import { leaveByTab } from '../monaco/leave-by-tab.ts';
import { monaco } from '../monaco/monaco-setup.ts';
import type { OpenFile } from './file/open-file.svelte.ts';

const NARROW_PX = 560;

export class CodeEditor {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  #shown: CodeBuffer | null = null;

  constructor(host: HTMLElement, onSave: () => void) {
    this.#editor = monaco.editor.create(host, {
      ...editorOptions(host),
      model: null,
      wordWrap: host.clientWidth < NARROW_PX ? 'on' : 'off',
    });
    leaveByTab(this.#editor);
    this.#editor.addAction({
      id: 'panel.save',
      label: 'Save',
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      contextMenuGroupId: '1_modification',
      run: onSave,
    });
  }

  /** Must be called with an open file. */
  show(file: OpenFile): void {
    if (file.phase.status !== 'open') return;
    const buffer = bufferOf(file);
    if (buffer !== this.#shown) {
      this.#leave();
      this.#shown = buffer;
      this.#editor.setModel(buffer.model);
      this.#editor.restoreViewState(buffer.viewState);
    }
    this.#editor.updateOptions({ readOnly: file.phase.isReadOnly, ariaLabel: file.path });
  }

  /** `line` counts from 1; a line past the end means the last one. */
  reveal(line: number): void {
    this.#editor.setPosition({ lineNumber: line, column: 1 });
    this.#editor.revealLineInCenter(line, monaco.editor.ScrollType.Immediate);
  }

  /** Offsets into the text. */
  select({ start, end }: { start: number; end: number }): void {
    const model = this.#editor.getModel();
    if (!model) return;
    const [from, to] = [model.getPositionAt(start), model.getPositionAt(end)];
    this.#editor.setSelection(monaco.Selection.fromPositions(from, to));
  }

  scrollTo(top: number): void {
    this.#editor.setScrollTop(top);
  }

  focus(): void {
    this.#editor.focus();
  }

  dispose(): void {
    this.#leave();
    this.#editor.dispose();
  }

  #leave(): void {
    if (this.#shown) this.#shown.viewState = this.#editor.saveViewState();
  }
}
