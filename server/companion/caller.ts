// Finds out which extension made a call, from the stack frames that are neither in this extension nor in pi.
import { basename, dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Caller } from '../../shared/companion.ts';

/** Folders inside an extension whose names do not identify it. */
const INSIDE = new Set(['src', 'dist', 'lib', 'build', 'extensions', 'extension']);

/** Deep enough for the calls within a library. V8's own limit is 10. */
const STACK_FRAMES = 50;

/** Returns the extension that called the function that calls this one. */
export function findCaller(): Caller | null {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = STACK_FRAMES;
  const { stack } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return callerIn(stack);
}

/** Returns the extension on the stack. Null if it contains only pi itself, which has built-in extensions. */
export function callerIn(stack: string | undefined): Caller | null {
  const files = filesOf(stack).map((file) => (isOwn(file) || isPi(file) ? null : file));
  const first = files.findIndex((file) => file !== null);
  if (first < 0) return null;
  // Before the next frame of pi, which calls extensions. A frame further out may be of another extension.
  const end = files.indexOf(null, first);
  const run = files.slice(first, end < 0 ? undefined : end) as string[];
  // A library of the extension may have made the call. An extension may be an installed package, too: pi has called it.
  const path = run.find((file) => !/[\\/]node_modules[\\/]/.test(file)) ?? run.at(-1)!;
  return { name: nameOf(path), path };
}

/** The folder of an extension whose packages these are: in pi's folders of extensions, or in a clone that pi made. */
const WITH_PACKAGES = /[\\/](?:extensions|git[\\/][^\\/]+[\\/][^\\/]+)[\\/]([^\\/]+)[\\/]node_modules[\\/]/;
/** The outermost package, because those within it are its own. Names with a dot are folders of package managers. */
const PACKAGE = /[\\/]node_modules[\\/](?!\.)((?:@[^\\/]+[\\/])?[^\\/]+)/;

/**
 * Returns a name for the user: `snake.ts`, `plan-mode` (for `plan-mode/index.ts`), `@scope/name` (for an installed
 * package).
 */
export function nameOf(path: string): string {
  // pi's examples are many extensions in one package.
  const packaged = /[\\/]pi-coding-agent[\\/]examples[\\/]/.test(path)
    ? undefined
    : (WITH_PACKAGES.exec(path) ?? PACKAGE.exec(path))?.[1];
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
