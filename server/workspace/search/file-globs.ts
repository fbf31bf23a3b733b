// Decides which files a search covers, by patterns as in .gitignore, with braces: `*.{ts,tsx}, src/, !*.test.ts`.
import ignore from 'ignore';
import { Refusal } from '../../../shared/refusal.ts';
import { isQuick } from '../ignore-rules.ts';

const MAX_CHARS = 1000;
/** Each pair of braces multiplies the patterns. */
const MAX_GLOBS = 200;

/**
 * Returns a test of whether a file matches: one of the globs has to match it, or a folder that contains it, and none of
 * those that begin with `!`. Returns undefined if there are no globs.
 *
 * @throws Refusal 400
 */
export function parseFileGlobs(text: string): ((path: string) => boolean) | undefined {
  if (text.length > MAX_CHARS)
    throw new Refusal(400, 'bad_query', `files: must be at most ${MAX_CHARS} characters long.`);
  const globs = expandBraces(text.normalize())
    .map((glob) => glob.trim().replace(/^(!?)\.\//, '$1/'))
    .filter((glob) => glob !== '' && glob !== '!');
  if (globs.length === 0) return undefined;
  if (!globs.every(isQuick)) throw new Refusal(400, 'bad_query', 'files: a pattern has too many `**`.');
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const included = ignore().add(wanted.length > 0 ? wanted : ['*']);
  const excluded = ignore().add(left);
  return (path) => included.ignores(path.normalize()) && !excluded.ignores(path.normalize());
}

/** Expands braces: `a.{ts,{js,md}}, b` becomes `a.ts`, `a.js`, `a.md` and `b`. */
function expandBraces(text: string): string[] {
  const done: string[] = [];
  const rest = splitOutside(text);
  for (let glob = rest.shift(); glob !== undefined; glob = rest.shift()) {
    const braces = outerBraces(glob);
    if (!braces) done.push(glob);
    else {
      const [before, after] = [glob.slice(0, braces.start), glob.slice(braces.end + 1)];
      const inside = splitOutside(glob.slice(braces.start + 1, braces.end));
      rest.unshift(...inside.map((one) => `${before}${one}${after}`));
    }
    if (done.length + rest.length > MAX_GLOBS)
      throw new Refusal(400, 'bad_query', `files: must be at most ${MAX_GLOBS} patterns.`);
  }
  return done;
}

/** Returns the parts between commas that are not in braces. */
function splitOutside(text: string): string[] {
  const braces = outerBraces(text);
  if (!braces) return text.split(',');
  const before = text.slice(0, braces.start).split(',');
  const after = splitOutside(text.slice(braces.end + 1));
  const middle = `${before.pop()}${text.slice(braces.start, braces.end + 1)}${after.shift()}`;
  return [...before, middle, ...after];
}

/** Returns the places of the first brace that is closed, and of the one that closes it. */
function outerBraces(text: string): { start: number; end: number } | null {
  const open: number[] = [];
  let outer: { start: number; end: number } | null = null;
  for (const { index, 0: sign } of text.matchAll(/[{}]/g)) {
    if (sign === '{') open.push(index);
    else if (open.length > 0) {
      const start = open.pop()!;
      // A later pair may be around the earlier ones.
      if (!outer || start < outer.start) outer = { start, end: index };
    }
  }
  return outer;
}
