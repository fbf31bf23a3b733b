// Finds out which extension made a call: the first stack frame that is neither in this extension nor in pi.
import { basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../../shared/companion.ts';

/** Folders inside an extension whose names do not identify it. */
const INSIDE = new Set(['src', 'dist', 'lib', 'build', 'extensions', 'extension']);

/** Returns the extension on the stack. Null if it contains only pi itself, which has built-in extensions. */
export function callerIn(stack: string | undefined): Caller | null {
  const path = filesOf(stack).find((file) => !isOwn(file) && !isPi(file));
  return path ? { name: nameOf(path), path } : null;
}

/**
 * Returns a name for the user: `snake.ts`, `plan-mode` (for `plan-mode/index.ts`), `@scope/name` (for an installed
 * package).
 */
export function nameOf(path: string): string {
  // pi's examples are many extensions in one package.
  const packaged = /[\\/]pi-coding-agent[\\/]examples[\\/]/.test(path)
    ? undefined
    : /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1];
  if (packaged) return packaged.replaceAll('\\', '/');
  const file = basename(path);
  if (!/^index\.\w+$/.test(file)) return file;
  let folder = dirname(path);
  while (INSIDE.has(basename(folder)) && dirname(folder) !== folder) folder = dirname(folder);
  return basename(folder) || file;
}

/** Returns the files of a V8 stack, the innermost first, without Node's internal ones. */
export function filesOf(stack = ''): string[] {
  return stack.split('\n').flatMap((line) => {
    const place = /(?:\(|at (?:async )?)((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()]*?):\d+:\d+\)?$/.exec(
      line.trim(),
    )?.[1];
    if (!place) return [];
    return [place.startsWith('file://') ? fileURLToPath(place) : place];
  });
}

const HERE = dirname(fileURLToPath(import.meta.url)) + sep;

function isOwn(file: string): boolean {
  return file.startsWith(HERE);
}

/** Whether the file belongs to pi's packages, wherever they are installed, or to the loader of its extensions. */
function isPi(file: string): boolean {
  return /[\\/](pi-coding-agent|pi-agent-core|pi-ai|pi-tui|jiti)[\\/](dist|lib|src)[\\/]|^[\\/]\$bunfs[\\/]/.test(
    file,
  );
}
