// Creates Monaco's theme from the page's color tokens.
import { codeFont } from '../lib/theme/code-font.ts';
import { tokenColors } from '../lib/theme/token-colors.ts';
import { monaco } from './monaco-setup.ts';
import './script-tokens.ts';

const NAMES = [
  'surface',
  'bg',
  'float',
  'hover',
  'selected',
  'line',
  'line-strong',
  'text',
  'text-2',
  'text-3',
  'accent',
  'accent-soft',
  'on-accent',
  'wait',
  'wait-soft',
  'fail',
  'fail-soft',
  'done',
  'done-soft',
  'sunken',
  'run',
  'scrollbar',
  'text-selection',
  'code-token-comment',
  'code-token-constant',
  'code-token-string',
  'code-token-keyword',
  'code-token-function',
  'code-token-type',
  'code-token-punctuation',
] as const;

const FORCED_COLORS = matchMedia('(forced-colors: active)');
let applied: Parameters<typeof applyPageTheme> | null = null;
// Monaco has its own themes for forced colors.
FORCED_COLORS.addEventListener('change', () => {
  if (!applied) return;
  applyPageTheme(...applied);
  monaco.editor.getDiffEditors().forEach(redraw);
});

/**
 * Draws a diff editor again. Its removed lines keep the numbers of their colors, which mean other colors in a theme with
 * other rules (Monaco 0.57).
 */
function redraw(editor: monaco.editor.IDiffEditor): void {
  const [models, place] = [editor.getModel(), editor.saveViewState()];
  editor.setModel(null);
  editor.setModel(models);
  editor.restoreViewState(place);
}

/**
 * Gives all Monaco editors the code font size and a theme made from the current color tokens of `element`, which
 * contains an editor. The element also gets Monaco's CSS variables, because Monaco's menus are outside the editor's own
 * element (0.57).
 */
export function applyPageTheme(element: Element, scheme: 'light' | 'dark'): void {
  applied = [element, scheme];
  for (const editor of monaco.editor.getEditors()) editor.updateOptions(codeFont());
  element.classList.add('monaco-component');
  if (FORCED_COLORS.matches) monaco.editor.setTheme(scheme === 'dark' ? 'hc-black' : 'hc-light');
  else setPageTheme(element.isConnected ? element : document.body, scheme);
  for (const editor of monaco.editor.getEditors()) colorShownLines(editor);
}

/** Part of Monaco, but not of its types (0.57). */
interface WithTokenization {
  tokenization?: { forceTokenization?: (line: number) => void };
}

/** Coloring lines far from the start would take too long, because each line depends on the one before it. */
const MAX_COLORED_AT_ONCE = 5000;

/** With a new theme, Monaco forgets the colors of all code, and finds them again only 100 ms later. */
function colorShownLines(editor: monaco.editor.ICodeEditor): void {
  const last = Math.max(0, ...editor.getVisibleRanges().map(({ endLineNumber }) => endLineNumber));
  const model = editor.getModel();
  if (model) colorLines(model, last);
}

/** Colors the lines up to `last` at once, unless there are too many. The grammar of the language must be loaded. */
export function colorLines(model: monaco.editor.ITextModel, last: number): void {
  const { tokenization } = model as WithTokenization;
  const end = Math.min(last, model.getLineCount());
  if (end > 0 && end <= MAX_COLORED_AT_ONCE) tokenization?.forceTokenization?.(end);
}

function setPageTheme(element: Element, scheme: 'light' | 'dark'): void {
  const c = tokenColors(element, NAMES);
  const name = `panel-${scheme}`;
  monaco.editor.defineTheme(name, {
    base: scheme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: '', foreground: c.text },
      { token: 'comment', foreground: c['code-token-comment'] },
      { token: 'string', foreground: c['code-token-string'] },
      { token: 'regexp', foreground: c['code-token-string'] },
      { token: 'number', foreground: c['code-token-constant'] },
      { token: 'keyword', foreground: c['code-token-keyword'] },
      { token: 'operator', foreground: c['code-token-punctuation'] },
      { token: 'delimiter', foreground: c['code-token-punctuation'] },
      { token: 'type', foreground: c['code-token-type'] },
      { token: 'function', foreground: c['code-token-function'] },
      { token: 'tag', foreground: c['code-token-function'] },
      { token: 'attribute.name', foreground: c['code-token-type'] },
      { token: 'attribute.value', foreground: c['code-token-string'] },
      { token: 'variable', foreground: c['code-token-function'] },
      { token: 'constant', foreground: c['code-token-constant'] },
      { token: 'annotation', foreground: c['code-token-constant'] },
      { token: 'string.key.json', foreground: c['code-token-function'] },
      { token: 'string.value.json', foreground: c['code-token-string'] },
      { token: 'keyword.json', foreground: c['code-token-keyword'] },
      { token: 'metatag', foreground: c['code-token-keyword'] },
      { token: 'invalid', foreground: c.fail },
      { token: 'emphasis', fontStyle: 'italic' },
      { token: 'strong', fontStyle: 'bold' },
    ].map((rule) => ({ ...rule, ...(rule.foreground && { foreground: rule.foreground.slice(1) }) })),
    colors: {
      'editor.background': c.bg,
      'editor.foreground': c.text,
      'editorLineNumber.foreground': c['text-3'],
      'editorLineNumber.activeForeground': c.text,
      'editor.lineHighlightBackground': c.hover,
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': c['text-selection'],
      'editor.inactiveSelectionBackground': `${c.accent}22`,
      'editor.selectionHighlightBackground': `${c.accent}22`,
      'editor.wordHighlightBackground': `${c.accent}1c`,
      'editor.wordHighlightStrongBackground': `${c.accent}2c`,
      'editor.findMatchBackground': `${c.wait}66`,
      'editor.findMatchHighlightBackground': `${c.wait}33`,
      'editorCursor.foreground': c.accent,
      'editorWhitespace.foreground': c.line,
      'editorIndentGuide.background1': c.line,
      'editorIndentGuide.activeBackground1': c['line-strong'],
      'editorBracketMatch.background': c['accent-soft'],
      'editorBracketMatch.border': c.accent,
      'editorGutter.background': c.bg,
      'changedLines.added': c.done,
      'changedLines.modified': c.run,
      'changedLines.removed': c.fail,
      'editorOverviewRuler.border': '#00000000',
      foreground: c.text,
      descriptionForeground: c['text-2'],
      errorForeground: c.fail,
      'icon.foreground': c['text-2'],
      'textLink.foreground': c.accent,
      'textLink.activeForeground': c.accent,
      'toolbar.hoverBackground': c.hover,
      'badge.background': c.selected,
      'badge.foreground': c.text,
      'button.background': c.accent,
      'button.foreground': c['on-accent'],
      'dropdown.background': c.float,
      'dropdown.foreground': c.text,
      'dropdown.border': c.line,
      'checkbox.background': c.surface,
      'checkbox.border': c['line-strong'],
      'quickInput.background': c.float,
      'quickInput.foreground': c.text,
      'quickInputList.focusBackground': c.selected,
      'quickInputList.focusForeground': c.text,
      'pickerGroup.foreground': c['text-3'],
      'pickerGroup.border': c.line,
      'keybindingLabel.background': c.hover,
      'keybindingLabel.foreground': c['text-2'],
      'keybindingLabel.border': c.line,
      'keybindingLabel.bottomBorder': c.line,
      'progressBar.background': c.run,
      'editorStickyScroll.background': c.bg,
      'editorStickyScroll.border': c.line,
      'editorLink.activeForeground': c.accent,
      'editorRuler.foreground': c.line,
      'minimap.background': c.bg,
      'peekView.border': c.line,
      'peekViewTitle.background': c.sunken,
      'peekViewEditor.background': c.bg,
      'peekViewResult.background': c.sunken,
      'editorWidget.background': c.float,
      'editorWidget.foreground': c.text,
      'editorWidget.border': c.line,
      'editorHoverWidget.background': c.float,
      'editorHoverWidget.border': c.line,
      'editorSuggestWidget.background': c.float,
      'editorSuggestWidget.border': c.line,
      'editorSuggestWidget.selectedBackground': c.selected,
      'editorSuggestWidget.selectedForeground': c.text,
      'editorSuggestWidget.highlightForeground': c.accent,
      'editorError.foreground': c.fail,
      'editorWarning.foreground': c.wait,
      'editorInfo.foreground': c.accent,
      'input.background': c.surface,
      'input.foreground': c.text,
      'input.border': c.line,
      'inputOption.activeBorder': c.accent,
      'inputOption.activeBackground': c['accent-soft'],
      'inputOption.activeForeground': c.text,
      focusBorder: c.accent,
      'widget.shadow': scheme === 'dark' ? '#00000080' : '#00000029',
      'widget.border': c.line,
      'menu.background': c.float,
      'menu.foreground': c.text,
      'menu.selectionBackground': c.selected,
      'menu.selectionForeground': c.text,
      'menu.separatorBackground': c.line,
      'menu.border': c.line,
      'list.hoverBackground': c.hover,
      'list.highlightForeground': c.accent,
      'list.inactiveSelectionBackground': c.hover,
      'list.focusBackground': c.selected,
      'list.activeSelectionBackground': c.selected,
      'list.activeSelectionForeground': c.text,
      // Opaque, so that its marks do not lie on the text of long lines.
      'editorOverviewRuler.background': c.surface,
      'scrollbar.shadow': '#00000000',
      'scrollbarSlider.background': c.scrollbar,
      'scrollbarSlider.hoverBackground': `${c['text-3']}77`,
      'scrollbarSlider.activeBackground': `${c['text-3']}99`,
      'diffEditor.insertedTextBackground': `${c.done}1f`,
      'diffEditor.removedTextBackground': `${c.fail}1f`,
      'diffEditor.insertedLineBackground': c['done-soft'],
      'diffEditor.removedLineBackground': c['fail-soft'],
      'diffEditorGutter.insertedLineBackground': c['done-soft'],
      'diffEditorGutter.removedLineBackground': c['fail-soft'],
      'diffEditor.diagonalFill': c.line,
      'diffEditor.border': c.line,
      'diffEditor.unchangedRegionBackground': c.bg,
      'diffEditor.unchangedRegionForeground': c['text-2'],
      'diffEditor.unchangedRegionShadow': '#00000000',
    },
  });
  monaco.editor.setTheme(name);
}
