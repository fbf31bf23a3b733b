// Opens files in an editor on the user's own machine, through the URL schemes that editors register. If the panel runs
// on another machine, the path may not exist on the user's machine, and the editor reports that.
import { t } from '../../language/text.ts';

export interface ExternalEditor {
  id: string;
  name: string;
  /** An address with the placeholders `{path}` and `{line}`. */
  pattern: string;
}

export const EXTERNAL_EDITORS: readonly ExternalEditor[] = [
  { id: 'vscode', name: 'VS Code', pattern: 'vscode://file{path}:{line}' },
  { id: 'vscode-insiders', name: 'VS Code Insiders', pattern: 'vscode-insiders://file{path}:{line}' },
  { id: 'cursor', name: 'Cursor', pattern: 'cursor://file{path}:{line}' },
  { id: 'windsurf', name: 'Windsurf', pattern: 'windsurf://file{path}:{line}' },
  { id: 'zed', name: 'Zed', pattern: 'zed://file{path}:{line}' },
];

/** Returns the editor with this id, or the first one. The pattern is that of the editor `custom`, if it is valid. */
export function chosenEditor(id: string, pattern: string): ExternalEditor {
  if (id === 'custom' && patternProblem(pattern) === null) return { id, name: 'your editor', pattern };
  return EXTERNAL_EDITORS.find((editor) => editor.id === id) ?? EXTERNAL_EDITORS[0]!;
}

/** `path` must be absolute. */
export function externalAddress(pattern: string, path: string, line = 1): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return pattern.replaceAll('{path}', () => encoded).replaceAll('{line}', String(line));
}

/** Opens an address such as `vscode://...`. The browser asks the user first, and the page stays open. */
export function openExternally({ pattern }: ExternalEditor, path: string): void {
  const address = externalAddress(pattern, path);
  const link = document.createElement('a');
  link.href = address;
  link.rel = 'noopener noreferrer';
  if (/^https?:/i.test(address)) link.target = '_blank';
  link.click();
}

/** Explains what is wrong with a pattern that the user typed. Returns null for a valid pattern. */
export function patternProblem(pattern: string): string | null {
  if (!/^[a-z][a-z\d+.-]*:/i.test(pattern)) return t('Begin with a scheme, such as myeditor://');
  // These schemes would run code in this page or navigate away from it.
  if (/^(?:javascript|data|vbscript|blob|about|file):/i.test(pattern))
    return t("This scheme can't be used here.");
  return pattern.includes('{path}')
    ? null
    : t('Put {path} where the path of the file belongs.', { path: '{path}' });
}
