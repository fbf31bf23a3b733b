// The options that all editors of the page share.
import { codeFont } from '../lib/code-font.ts';
import type { monaco } from './monaco-setup.ts';

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
    colorDecorators: false,
    occurrencesHighlight: 'off',
    suggest: { showStatusBar: false },
    quickSuggestions: false,
  };
}
