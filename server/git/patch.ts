// Patches for `git apply --cached`. Texts are strings of bytes (latin1), so that every encoding survives unchanged.
import { linesOf, type Edit } from '../../shared/hunks.ts';

export interface PatchedFile {
  path: string;
  /** Its mode in the index; null for a new file. */
  before: string | null;
  after: string;
  /** The mode of a new file. */
  isExecutable: boolean;
}

/** Returns a patch without context, which is safe because it is made from exactly what is in the index. */
export function patchOf({ path, before, after, isExecutable }: PatchedFile, edits: readonly Edit[]): string {
  const [old, now] = [linesOf(before ?? ''), linesOf(after)];
  const name = (side: 'a' | 'b'): string => quote(`${side}/${Buffer.from(path).toString('latin1')}`);
  const head = [
    `diff --git ${name('a')} ${name('b')}\n`,
    ...(before === null ? [`new file mode 100${isExecutable ? '755' : '644'}\n`] : []),
    `--- ${before === null ? '/dev/null' : name('a')}\n`,
    `+++ ${name('b')}\n`,
  ];
  let shift = 0;
  const hunks = edits.map(({ beforeStart, beforeEnd, afterStart, afterEnd }) => {
    const [removed, added] = [old.slice(beforeStart, beforeEnd), now.slice(afterStart, afterEnd)];
    // An empty range is named by the line before it.
    const from = removed.length > 0 ? beforeStart + 1 : beforeStart;
    const to = beforeStart + shift + (added.length > 0 ? 1 : 0);
    shift += added.length - removed.length;
    const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
    const text = lines.map((line) =>
      line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`,
    );
    return `@@ -${from},${removed.length} +${to},${added.length} @@\n${text.join('')}`;
  });
  return [...head, ...hunks].join('');
}

/** Quotes a name as git does in patches. */
function quote(name: string): string {
  if (!/["\\\p{Cc}]/u.test(name)) return name;
  const escaped = name.replace(/["\\\p{Cc}]/gu, (sign) =>
    sign === '"' || sign === '\\' ? `\\${sign}` : `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return `"${escaped}"`;
}
