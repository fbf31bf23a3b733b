// Monaco's own texts in the language of the page: its menus, its search, what it announces.
import { locale } from '../language/text.ts';

/**
 * Must be awaited before the first import of Monaco, which looks up its texts once, while its modules start. After the
 * user chooses another language, they stay as they are until the page is reloaded.
 */
export async function loadEditorTexts(): Promise<void> {
  if (locale().startsWith('zh')) await import('monaco-editor/nls/lang/zh-cn');
  else if (locale().startsWith('ja')) await import('monaco-editor/nls/lang/ja');
}
