// Whose code a call came from, by the stack: the first frame that is neither this extension's nor pi's.
import { basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../../shared/companion.ts';

/** Folders that say where a file lies in its extension, not what it is. */
const INSIDE = new Set(['src', 'dist', 'lib', 'build', 'extensions', 'extension']);

/** Null when there is none but pi itself, which has extensions of its own. */
export function callerIn(stack: string | undefined): Caller | null {
  const path = filesOf(stack).find((file) => !isOwn(file) && !isPi(file));
  return path ? { name: nameOf(path), path } : null;
}

/** For a person: `snake.ts`, `plan-mode` (of `plan-mode/index.ts`), `@scope/name` (of an installed package). */
export function nameOf(path: string): string {
  // pi's own examples are many in one package.
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

/** The files of a V8 stack, the innermost first; what Node itself ran is no file. */
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

/** Its package, whatever it is installed in, and the loader that it reads extensions with. */
function isPi(file: string): boolean {
  return /[\\/](pi-coding-agent|pi-agent-core|pi-ai|pi-tui|jiti)[\\/](dist|lib|src)[\\/]|^[\\/]\$bunfs[\\/]/.test(
    file,
  );
}
