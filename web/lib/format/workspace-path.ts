// Paths inside the workspace, as the server's file routes expect them: relative, with `/`, without `.` and `..`.

/**
 * Converts a path that a tool was given, which may be absolute. Returns null for a path outside the workspace and for
 * one that begins with `~`, which only the server's machine can resolve.
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

/** Returns the folder of a file: `src/lib` for `src/lib/a.ts`, '' for a file at the top of the workspace. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether `path` is `changed` or lies inside it; '' is the whole workspace. */
export function isWithin(path: string, changed: string): boolean {
  return changed === '' || path === changed || path.startsWith(`${changed}/`);
}
