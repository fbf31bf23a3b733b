// Monaco's diff editor: two texts side by side, or inline where there is little room.
import { t } from '../../language/text.ts';
import { bufferOf, createModel } from '../code/code-buffer.ts';
import type { Change } from './edit-diff.ts';
import { editorOptions } from '../../monaco/editor-options.ts';
import { leaveByTab } from '../../monaco/leave-by-tab.ts';
import { monaco } from '../../monaco/monaco-setup.ts';
import type { OpenFile } from '../file/open-file.svelte.ts';

const SIDE_BY_SIDE_PX = 760;

export class DiffEditor {
  readonly #editor: monaco.editor.IStandaloneDiffEditor;
  /** The models to dispose. The model of an open file belongs to that file. */
  #models: monaco.editor.ITextModel[] = [];

  constructor(host: HTMLElement) {
    this.#editor = monaco.editor.createDiffEditor(host, {
      ...editorOptions(host),
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      renderSideBySideInlineBreakpoint: SIDE_BY_SIDE_PX,
      ignoreTrimWhitespace: false,
      renderOverviewRuler: false,
      renderGutterMenu: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 4, minimumLineCount: 6 },
    });
    leaveByTab(this.#editor.getModifiedEditor());
  }

  /** Shows the agent's changes to the file at `path`. */
  showChange({ original, modified, lines }: Change, path: string): void {
    const models = { original: createModel(original, path), modified: createModel(modified, path) };
    this.#setModels(models, Object.values(models));
    this.#editor.updateOptions({ readOnly: true });
    const numbers = (side: (number | null)[] | undefined) =>
      side ? (line: number): string => String(side[line - 1] ?? '') : 'on';
    this.#editor.getOriginalEditor().updateOptions({
      lineNumbers: numbers(lines?.original),
      ariaLabel: t('{path} before', { path }),
    });
    this.#editor.getModifiedEditor().updateOptions({
      lineNumbers: numbers(lines?.modified),
      ariaLabel: t('{path} after', { path }),
    });
    this.#goToFirst();
  }

  /** Shows the file on disk beside the edited text, which stays editable. */
  showConflict(file: OpenFile, theirs: string): void {
    const original = createModel(theirs, file.path);
    this.#setModels({ original, modified: bufferOf(file).model }, [original]);
    this.#editor.updateOptions({ readOnly: false });
    this.#editor.getOriginalEditor().updateOptions({ ariaLabel: t('{path} on disk', { path: file.path }) });
    this.#editor
      .getModifiedEditor()
      .updateOptions({ ariaLabel: t('{path} as edited here', { path: file.path }) });
    this.#goToFirst();
  }

  dispose(): void {
    this.#editor.dispose();
    for (const model of this.#models) model.dispose();
  }

  #setModels(shown: monaco.editor.IDiffEditorModel, owned: monaco.editor.ITextModel[]): void {
    const old = this.#models;
    this.#models = owned;
    this.#editor.setModel(shown);
    for (const model of old) model.dispose();
  }

  #goToFirst(): void {
    const once = this.#editor.onDidUpdateDiff(() => {
      once.dispose();
      // Revealing the diff would move the cursor away from the place where the user is typing.
      if (!this.#editor.hasTextFocus()) this.#editor.revealFirstDiff();
    });
  }
}
