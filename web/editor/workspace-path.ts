/**
 * A path as a tool names it, absolute or relative to the workspace, as the files routes want it: relative, with
 * `/`, without `.` and `..`. Null for what lies outside, and for `~`, which only the server's machine knows.
 */
export function workspacePath(workspace: string, path: string): string | null {
  const root = workspace.replace(/\/+$/, '');
  if (path.startsWith('~')) return null;
  const isAbsolute = path.startsWith('/');
  if (isAbsolute && path !== root && !path.startsWith(`${root}/`)) return null;
  const names: string[] = [];
  for (const name of (isAbsolute ? path.slice(root.length) : path).split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return null;
  }
  return names.join('/');
}

/** `src/lib` of `src/lib/a.ts`; '' for what lies in the workspace itself. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a change at `changed` concerns `path`: it is that, or lies in it; '' is the whole workspace. */
export function isWithin(path: string, changed: string): boolean {
  return changed === '' || path === changed || path.startsWith(`${changed}/`);
}
