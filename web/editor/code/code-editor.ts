// The Monaco editor of one pane. It shows the buffer of the pane's active file.
import { untrack } from 'svelte';
import { t } from '../../language/text.ts';
import { bufferOf, type CodeBuffer } from './code-buffer.ts';
import { goToChange, markChangedLines } from './changed-lines.ts';
import { editorOptions } from '../../monaco/editor-options.ts';
import { followRuns, type RunPlace } from './line-runs.ts';
import { leaveByTab } from '../../monaco/leave-by-tab.ts';
import { linesOfSelection } from './quoted-lines.ts';
import { openLineZone } from '../../monaco/line-zone.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { LspSymbol } from '../languages/lsp.ts';
import { followSymbols, type PathSymbol } from '../languages/symbol-path.ts';
import { showInLanguages, type EditorLanguages } from '../languages/editor-languages.ts';
import { offerWithoutServer } from '../languages/without-server.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';

const NARROW_PX = 560;

export interface CodeEditorEvents {
  onSave: () => void;
  /** Called when the user asks about these lines (from 1, inclusive), or without lines about the whole file. */
  onAsk: (lines: { from?: number; to?: number }) => void;
  /** Called when the user comments on the selected lines, or without a selection on the line with the cursor. */
  onComment: (lines: { from: number; to: number; text: string }) => void;
  onSelection: (hasSelection: boolean) => void;
  /** Called when the user wants to show or hide who wrote each line. */
  onAuthors: () => void;
  /** Returns what connects a file with the language servers; null while no agent is there. */
  languages: () => EditorLanguages | null;
}

export class CodeEditor {
  readonly #editor: monaco.editor.IStandaloneCodeEditor;
  #shown: CodeBuffer | null = null;
  readonly #events: CodeEditorEvents;

  readonly #isNarrow: boolean;

  constructor(host: HTMLElement, events: CodeEditorEvents) {
    const { onSave, onSelection, onAuthors } = events;
    this.#events = events;
    this.#isNarrow = host.clientWidth < NARROW_PX;
    this.#editor = monaco.editor.create(host, {
      ...editorOptions(host),
      model: null,
      // Only language servers answer, in the files that they know.
      quickSuggestions: { other: true, comments: false, strings: false },
      wordBasedSuggestions: 'off',
    });
    leaveByTab(this.#editor);
    this.#editor.addAction({
      id: 'panel.save',
      label: t('Save'),
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyCode.KeyS],
      contextMenuGroupId: '1_modification',
      run: onSave,
    });
    this.#editor.addAction({
      id: 'panel.ask',
      label: t('Ask About This Selection'),
      precondition: 'editorHasSelection',
      contextMenuGroupId: '0_chat',
      run: () => this.ask(),
    });
    this.#editor.addAction({
      id: 'panel.add-to-chat',
      label: t('Add to Chat'),
      precondition: '!editorHasSelection',
      contextMenuGroupId: '0_chat',
      run: () => this.ask(),
    });
    this.#editor.addAction({
      id: 'panel.comment',
      label: t('Comment on These Lines'),
      keybindings: [monaco.KeyMod.CtrlCmd | monaco.KeyMod.Alt | monaco.KeyCode.KeyM],
      contextMenuGroupId: '0_chat',
      run: () => this.comment(),
    });
    this.#editor.addAction({
      id: 'panel.authors',
      label: t('Who Wrote Each Line'),
      contextMenuGroupId: '0_chat',
      run: onAuthors,
    });
    this.#editor.addAction({
      id: 'panel.next-change',
      label: t('Next Change by the Agent'),
      keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.F5],
      run: (editor) => goToChange(editor, 1),
    });
    this.#editor.addAction({
      id: 'panel.previous-change',
      label: t('Previous Change by the Agent'),
      keybindings: [monaco.KeyMod.Alt | monaco.KeyMod.Shift | monaco.KeyCode.F5],
      run: (editor) => goToChange(editor, -1),
    });
    offerWithoutServer(this.#editor, () => events.languages()?.toasts);
    // A selection by the page, such as a search hit, does not mean that the user wants to act on the selected text.
    this.#editor.onDidChangeCursorSelection(({ selection, source }) =>
      onSelection(!selection.isEmpty() && source !== 'api'),
    );
  }

  /** Does nothing unless the file is open. */
  show(file: OpenFile): void {
    if (file.phase.status !== 'open') return;
    const buffer = bufferOf(file);
    if (buffer !== this.#shown) {
      this.#saveViewState();
      this.#shown = buffer;
      this.#editor.setModel(buffer.model);
      this.#editor.restoreViewState(buffer.viewState);
    }
    const languages = this.#events.languages();
    // The editor shows the file again when the file changes, and not with each problem.
    if (languages) untrack(() => showInLanguages(languages, file, buffer.model));
    this.#editor.updateOptions({ readOnly: file.phase.isReadOnly, ariaLabel: file.path });
  }

  ask(): void {
    this.#events.onAsk(this.#selectedLines());
  }

  comment(): void {
    const cursor = this.#editor.getPosition()?.lineNumber ?? 1;
    const { from = cursor, to = from } = this.#selectedLines();
    const lines = new monaco.Range(from, 1, to, Infinity);
    const text = this.#editor.getModel()?.getValueInRange(lines, monaco.editor.EndOfLinePreference.LF) ?? '';
    this.#events.onComment({ from, to, text });
  }

  /** Shows the element below `line`, which counts from 1. Returns a cleanup function. */
  openZone(line: number, element: HTMLElement): () => void {
    return openLineZone(this.#editor, { line, element });
  }

  /** Reports the positions of the visible runs of lines (see `followRuns`). Returns a cleanup function. */
  followRuns(lengths: readonly number[], onPlaces: (places: RunPlace[]) => void): () => void {
    return followRuns(this.#editor, lengths, onPlaces);
  }

  /** Reports the symbols around the cursor in the shown file (see `followSymbols`). Returns a cleanup function. */
  followSymbols(
    read: (signal: AbortSignal) => Promise<readonly LspSymbol[] | null>,
    onPath: (path: PathSymbol[]) => void,
  ): () => void {
    return followSymbols(this.#editor, read, onPath);
  }

  /** Marks the lines of the shown file that differ from `before`. Returns a cleanup function. */
  markChangedLines(before: string): () => void {
    return markChangedLines(this.#editor, before);
  }

  /** A narrow editor always wraps its lines and has no minimap. */
  configure({ hasMinimap, wrapsLines }: { hasMinimap: boolean; wrapsLines: boolean }): void {
    this.#editor.updateOptions({
      minimap: { enabled: hasMinimap && !this.#isNarrow, renderCharacters: false },
      wordWrap: wrapsLines || this.#isNarrow ? 'on' : 'off',
    });
  }

  /** Shows a line and selects a part of it. `line` counts from 1; a line past the end means the last one. */
  reveal(line: number, { column, length } = { column: 1, length: 0 }): void {
    const range = new monaco.Selection(line, column, line, column + length);
    this.#editor.setSelection(range);
    this.#editor.revealRangeInCenter(range, monaco.editor.ScrollType.Immediate);
  }

  /** Selects the text between two offsets. */
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
    this.#saveViewState();
    this.#editor.dispose();
  }

  #selectedLines(): { from?: number; to?: number } {
    const selection = this.#editor.getSelection();
    if (!selection || selection.isEmpty()) return {};
    return linesOfSelection(selection);
  }

  #saveViewState(): void {
    if (this.#shown) this.#shown.viewState = this.#editor.saveViewState();
  }
}
