import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Ignore } from 'ignore';
import ignore from 'ignore';

/** Gives the parsed rules of a file; undefined when there is none that git would read. */
export type RuleReader = (path: string) => Promise<Ignore | undefined>;

/** Real rule files are a few kB; more is somebody's mistake, and matching it would cost every listing. */
const maxSize = 256 * 1024;
const maxKept = 1000;

/** A reader that keeps what it parsed until the file changes. */
export function ruleReader(): RuleReader {
  const kept = new Map<string, { stamp: string; rules: Ignore }>();
  return async (path) => {
    const file = await openIfThere(path);
    if (!file) return undefined;
    try {
      const stats = await file.stat({ bigint: true });
      if (!stats.isFile() || stats.size > maxSize) return undefined;
      const stamp = `${stats.ino} ${stats.size} ${stats.mtimeNs}`;
      const known = kept.get(path);
      if (known?.stamp === stamp) return known.rules;
      const rules = ignore({ ignorecase: ignoresCase }).add(withoutMark(await file.readFile('utf8')));
      const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(path, { stamp, rules });
      return rules;
    } finally {
      await file.close();
    }
  };
}

/** As git decides by default: after the file system that the platform usually has. */
const ignoresCase = process.platform === 'win32' || process.platform === 'darwin';

/** Git reads no rules through a link, and nothing may hang on a FIFO of that name. */
async function openIfThere(path: string) {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Rules that cannot be read are no reason not to show the files.
    if (code && ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM', 'ENXIO'].includes(code)) return undefined;
    throw error;
  }
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
