// Monaco's diff editor for two texts, imported when it is opened: the only one of the page.
import { t } from '../language/text.ts';
import { editorOptions } from '../monaco/editor-options.ts';
import { leaveByTab } from '../monaco/leave-by-tab.ts';
import { markWrappedRemovals } from './wrapped-removals.ts';
import { openLineZone } from '../monaco/line-zone.ts';
import { monaco } from '../monaco/monaco-setup.ts';
import { createModel } from '../monaco/text-model.ts';
import { applyPageTheme, colorLines } from '../monaco/monaco-theme.ts';
import { MIN_SIDES_WIDTH, MIN_SIDES_WIDTH_WHOLE, type SidesLook } from './sides.ts';
import { wordMarks, type WordMark } from './word-marks.ts';

export interface SideBySideOptions extends SidesLook {
  before: string;
  after: string;
  scheme: 'light' | 'dark';
  /** Called with the height of all shown lines in px, whenever it changes. */
  onheight: (height: number) => void;
}

/** More lines than are in sight when the editor opens. */
const FIRST_LINES = 300;

export class SideBySide {
  readonly #editor: monaco.editor.IStandaloneDiffEditor;
  readonly #host: HTMLElement;
  #minSidesWidth = MIN_SIDES_WIDTH;
  readonly #models: monaco.editor.IDiffEditorModel;
  /** The texts that it was given. */
  #before: string;
  #after: string;
  #revealed: { from: number; to: number } | null = null;

  /** Shows the editor as soon as its first lines can be shown in color. */
  static async open(host: HTMLElement, options: SideBySideOptions): Promise<SideBySide> {
    const { path, before, after } = options;
    const original = createModel(before, path, 'diff');
    const modified = createModel(after, path, 'diff');
    try {
      // Loads the grammar.
      await monaco.editor.colorize('', modified.getLanguageId(), {});
      return new SideBySide(host, { original, modified }, options);
    } catch (error) {
      dispose({ original, modified });
      throw error;
    }
  }

  private constructor(
    host: HTMLElement,
    models: monaco.editor.IDiffEditorModel,
    { before, after, onheight, ...look }: SideBySideOptions,
  ) {
    this.#before = before;
    this.#after = after;
    this.#host = host;
    this.#models = models;
    applyPageTheme(host, look.scheme);
    const options = editorOptions(host);
    this.#editor = monaco.editor.createDiffEditor(host, {
      ...options,
      // At its end, the wheel moves on in the review.
      scrollbar: { ...options.scrollbar, alwaysConsumeMouseWheel: false },
      // Lines that stay in sight would stand beside the line numbers of others.
      stickyScroll: { enabled: false },
      originalEditable: false,
      readOnly: true,
      ignoreTrimWhitespace: false,
      renderOverviewRuler: false,
      renderGutterMenu: false,
      renderSideBySideInlineBreakpoint: MIN_SIDES_WIDTH,
      // Long lines wrap, because nobody should keep a change without seeing all of it.
      diffWordWrap: 'on',
      wrappingIndent: 'indent',
      // A mark without a word would only be a thin line in the text.
      experimental: { showEmptyDecorations: false },
      lineNumbersMinChars: 3,
      // Room for the signs of the changed lines.
      lineDecorationsWidth: 18,
      glyphMargin: false,
      folding: false,
    });
    markWrappedRemovals(this.#editor);
    this.#editor.setModel(this.#models);
    leaveByTab(this.#editor.getModifiedEditor());
    this.#editor.getModifiedEditor().onDidLayoutChange(() => this.#adjustOriginal());
    this.#editor.getModifiedEditor().onDidContentSizeChange(({ contentHeight }) => onheight(contentHeight));
    this.#colorFirstLines();
    this.show(look);
    const sides = [this.#editor.getOriginalEditor(), this.#editor.getModifiedEditor()] as const;
    const marks = sides.map((side) => side.createDecorationsCollection());
    let isFirst = true;
    this.#editor.onDidUpdateDiff(() => {
      for (const [at, found] of this.#markedWords().entries()) marks[at]!.set(found);
      if (isFirst) this.#revealChange();
      isFirst = false;
    });
  }

  /** Returns the decorations of both sides. */
  #markedWords(): [
    before: monaco.editor.IModelDeltaDecoration[],
    after: monaco.editor.IModelDeltaDecoration[],
  ] {
    const { original, modified } = this.#models;
    const found = (this.#editor.getLineChanges() ?? []).map((change) =>
      wordMarks(
        change,
        (line) => original.getLineContent(line),
        (line) => modified.getLineContent(line),
      ),
    );
    return [
      found.flatMap(({ before }) => before.map((mark) => toDecoration(mark, 'removed-word'))),
      found.flatMap(({ after }) => after.map((mark) => toDecoration(mark, 'added-word'))),
    ];
  }

  /** Applies the colors and the code size of the page. */
  applyTheme(scheme: 'light' | 'dark'): void {
    applyPageTheme(this.#host, scheme);
    this.#colorFirstLines();
  }

  /** Once a theme is set, Monaco would color them only 100 ms later (0.57). */
  #colorFirstLines(): void {
    for (const model of [this.#models.original, this.#models.modified]) colorLines(model, FIRST_LINES);
  }

  /** Shows `element` below `line` of the right side, which counts from 1. Returns a cleanup function. */
  openZone(line: number, element: HTMLElement): () => void {
    return openLineZone(this.#editor.getModifiedEditor(), { line, element });
  }

  /** Brings the lines of a change into sight. They count from 1, and the last one may be before the first one. */
  reveal(from: number, to: number): void {
    this.#revealed = { from, to: Math.max(from, to) };
    this.#revealChange();
  }

  /** Shows other texts. */
  setTexts(before: string, after: string): void {
    if (before !== this.#before) this.#models.original.setValue(before);
    if (after !== this.#after) this.#models.modified.setValue(after);
    this.#before = before;
    this.#after = after;
  }

  show({ path, isWhole, headings, numbers }: SidesLook): void {
    this.#minSidesWidth = isWhole ? MIN_SIDES_WIDTH_WHOLE : MIN_SIDES_WIDTH;
    this.#editor.updateOptions({
      renderSideBySideInlineBreakpoint: this.#minSidesWidth,
      hideUnchangedRegions: { enabled: !isWhole, contextLineCount: 4, minimumLineCount: 6 },
    });
    // Updating the options of the diff editor resets those of its two sides (Monaco 0.57).
    this.#editor.getOriginalEditor().updateOptions({
      ariaLabel: headings ? [path, headings.before].join(t(', ')) : t('{path} before', { path }),
      lineNumbers: lineNumbers(numbers?.before),
    });
    this.#editor.getModifiedEditor().updateOptions({
      ariaLabel: headings ? [path, headings.after].join(t(', ')) : t('{path} after', { path }),
      lineNumbers: lineNumbers(numbers?.after),
    });
    this.#adjustOriginal();
    this.#revealChange();
  }

  /**
   * Shows the change that was last asked for, or the first one, but never moves the cursor of a user who is in the text.
   * Before the changes are known, Monaco would move it as soon as they are.
   */
  #revealChange(): void {
    const isKnown = this.#editor.getLineChanges() !== null;
    if (!isKnown || this.#editor.hasTextFocus()) return;
    if (!this.#revealed) this.#editor.revealFirstDiff();
    else {
      const { from, to } = this.#revealed;
      this.#editor.getModifiedEditor().revealLinesInCenterIfOutsideViewport(from, to);
    }
  }

  /**
   * Without this, the left side would no longer wrap its lines once it was hidden, and would keep room for signs that
   * only the right side has (Monaco 0.57).
   */
  #adjustOriginal(): void {
    const hasTwo = this.#host.clientWidth > this.#minSidesWidth;
    this.#editor.getOriginalEditor().updateOptions({
      wordWrapOverride2: hasTwo ? 'inherit' : 'off',
      glyphMargin: false,
    });
  }

  dispose(): void {
    this.#editor.dispose();
    dispose(this.#models);
  }
}

function dispose({ original, modified }: monaco.editor.IDiffEditorModel): void {
  original.dispose();
  modified.dispose();
}

function lineNumbers(
  numbers: readonly (number | null)[] | undefined,
): monaco.editor.LineNumbersType | ((line: number) => string) {
  return numbers ? (line) => String(numbers[line - 1] ?? '') : 'on';
}

function toDecoration({ line, from, to }: WordMark, className: string): monaco.editor.IModelDeltaDecoration {
  return { range: new monaco.Range(line, from, line, to), options: { inlineClassName: className } };
}
