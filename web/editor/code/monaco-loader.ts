// Loads Monaco once, when a file is about to be opened, because Monaco is most of a megabyte, and nothing else needs
// it.
import { loadCodeFont } from '../../lib/theme/code-font.ts';
import { loadEditorTexts } from '../../monaco/editor-texts.ts';
import type { CodeEditor } from './code-editor.ts';
import type { applyPageTheme } from '../../monaco/monaco-theme.ts';

export interface Monaco {
  CodeEditor: typeof CodeEditor;
  applyPageTheme: typeof applyPageTheme;
}

let loading: Promise<Monaco> | null = null;

export function loadMonaco(): Promise<Monaco> {
  loading ??= fetchAll().catch((error: unknown) => {
    // The next call tries to load it again.
    loading = null;
    throw error;
  });
  return loading;
}

/**
 * Loads Monaco when the browser is idle. Called when the pointer is over a text file, so that Monaco is ready by the click.
 */
export function preloadMonaco(): void {
  if (loading) return;
  const start = (): void => void loadMonaco().catch(() => undefined);
  // Safari does not have requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
}

async function fetchAll(): Promise<Monaco> {
  await loadEditorTexts();
  const [{ CodeEditor }, { applyPageTheme }] = await Promise.all([
    import('./code-editor.ts'),
    import('../../monaco/monaco-theme.ts'),
    loadCodeFont(document.documentElement),
  ]);
  return { CodeEditor, applyPageTheme };
}
