// The options that all editors of the page share.
import { readsCjk } from '../language/script.ts';
import { codeFont } from '../lib/theme/code-font.ts';
import type { monaco } from './monaco-setup.ts';

/** Monaco's names. It marks only what is ambiguous in each of them. */
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
    // monaco-theme.ts does. Monaco itself would leave forced colours for its own theme (0.57).
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
    scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
    // Otherwise menus and hints are cut off at the edge of the pane.
    fixedOverflowWidgets: true,
    unusualLineTerminators: 'off',
    links: false,
    // Full-width punctuation does not confuse those who read it; other look-alikes and invisible characters stay
    // marked.
    ...(readsCjk() && {
      unicodeHighlight: { allowedLocales: CJK_LOCALES },
      wordSegmenterLocales: ['zh', 'ja'],
    }),
    colorDecorators: false,
    occurrencesHighlight: 'off',
    suggest: { showStatusBar: false },
    quickSuggestions: false,
  };
}
