// Fetches Monaco once, when a file is about to be looked at: it is most of a megabyte, and nothing before needs it.
import type { CodeEditor } from './code-editor.ts';
import type { DiffEditor } from './diff-editor.ts';
import type { takeColors } from '../monaco/monaco-theme.ts';

export interface Monaco {
  CodeEditor: typeof CodeEditor;
  DiffEditor: typeof DiffEditor;
  takeColors: typeof takeColors;
}

let loading: Promise<Monaco> | null = null;

export function loadMonaco(): Promise<Monaco> {
  loading ??= fetchAll().catch((error: unknown) => {
    // The next one who asks tries again.
    loading = null;
    throw error;
  });
  return loading;
}

/** For somebody whose pointer is on a file: ready by the time it is clicked, and in nobody's way. */
loadMonaco.whenIdle = (): void => {
  if (loading) return;
  const start = (): void => void loadMonaco().catch(() => undefined);
  // Safari has none.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 200);
};

async function fetchAll(): Promise<Monaco> {
  const family = getComputedStyle(document.documentElement).getPropertyValue('--mono');
  const [{ CodeEditor }, { DiffEditor }, { takeColors }] = await Promise.all([
    import('./code-editor.ts'),
    import('./diff-editor.ts'),
    import('../monaco/monaco-theme.ts'),
    // Monaco measures its columns once, with the font that is there.
    document.fonts.load(`12.5px ${family}`),
  ]);
  return { CodeEditor, DiffEditor, takeColors };
}
