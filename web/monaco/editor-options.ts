// The options shared by all Monaco editors of the page.
import { readsCjk } from '../language/script.ts';
import { codeFont } from '../lib/theme/code-font.ts';
import type { monaco } from './monaco-setup.ts';

/** The locales, in Monaco's notation, whose characters Monaco must not highlight as ambiguous. */
const CJK_LOCALES = {
  _os: true,
  _vscode: true,
  'zh-hans': true,
  'zh-hant': true,
  ja: true,
  ko: true,
} as const;

export function editorOptions(
  host: Element,
): monaco.editor.IEditorOptions & Pick<monaco.editor.IGlobalEditorOptions, 'autoDetectHighContrast'> {
  return {
    automaticLayout: true,
    // monaco-theme.ts handles forced colors. Monaco itself would switch back to its own theme afterwards (0.57).
    autoDetectHighContrast: false,
    fontFamily: getComputedStyle(host).getPropertyValue('--mono'),
    ...codeFont(),
    fontLigatures: false,
    padding: { top: 6, bottom: 6 },
    minimap: { enabled: false },
    scrollBeyondLastLine: false,
    renderLineHighlight: 'line',
    renderLineHighlightOnlyWhenFocus: true,
    lineNumbersMinChars: 4,
    lineDecorationsWidth: 8,
    overviewRulerBorder: false,
    overviewRulerLanes: 2,
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 6, useShadows: false },
    // Otherwise menus and hints would be cut off at the edge of the pane.
    fixedOverflowWidgets: true,
    unusualLineTerminators: 'off',
    links: false,
    // Full-width punctuation does not confuse users who read these languages. Other look-alikes and invisible
    // characters stay highlighted.
    ...(readsCjk() && {
      unicodeHighlight: { allowedLocales: CJK_LOCALES },
      wordSegmenterLocales: ['zh', 'ja'],
    }),
    colorDecorators: false,
    // Their colors would not be those of the other views of code.
    bracketPairColorization: { enabled: false },
    occurrencesHighlight: 'off',
    suggest: { showStatusBar: false },
    quickSuggestions: false,
  };
}
