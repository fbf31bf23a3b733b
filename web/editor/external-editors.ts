// Opens files in an editor on the user's own machine, by the addresses that editors register. The panel may run on
// another machine: then the path means nothing there, and the editor says so.

interface ExternalEditor {
  name: string;
  scheme: string;
}

/** All of them take `SCHEME://file/ABSOLUTE/PATH:LINE`. */
export const EXTERNAL_EDITORS: readonly ExternalEditor[] = [
  { name: 'VS Code', scheme: 'vscode' },
  { name: 'Cursor', scheme: 'cursor' },
  { name: 'Zed', scheme: 'zed' },
];

/** `path` is absolute. */
export function externalAddress({ scheme }: ExternalEditor, path: string, line?: number): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${scheme}://file${encoded}${line === undefined ? '' : `:${line}`}`;
}
