// Decides which files a search covers, by patterns as in .gitignore, with braces: `*.{ts,tsx}, src/, !*.test.ts`.
import ignore from 'ignore';
import { Refusal } from '../../../shared/refusal.ts';
import { isQuick } from '../ignore-rules.ts';

const MAX_CHARS = 1000;
/** Each pair of braces multiplies the patterns. */
const MAX_GLOBS = 200;

/**
 * Files match if one of the globs matches them, or a folder that contains them, and none of those that begin with `!`.
 * Returns undefined when there are no globs.
 *
 * @throws Refusal 400
 */
export function parseFileGlobs(text: string): ((path: string) => boolean) | undefined {
  if (text.length > MAX_CHARS)
    throw new Refusal(400, 'bad_query', `files: must be at most ${MAX_CHARS} characters long.`);
  const globs = expandBraces(text)
    .map((glob) => glob.trim().replace(/^(!?)\.\//, '$1/'))
    .filter((glob) => glob !== '' && glob !== '!');
  if (globs.length === 0) return undefined;
  if (!globs.every(isQuick)) throw new Refusal(400, 'bad_query', 'files: a pattern has too many `**`.');
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const left = globs.filter((glob) => glob.startsWith('!')).map((glob) => glob.slice(1));
  const included = ignore().add(wanted.length > 0 ? wanted : ['*']);
  const excluded = ignore().add(left);
  return (path) => included.ignores(path) && !excluded.ignores(path);
}

/** Splits at the commas outside braces: `a.{ts,js}, b` means `a.ts`, `a.js` and `b`. */
function expandBraces(text: string): string[] {
  const done: string[] = [];
  const rest = text.split(/,(?![^{}]*\})/);
  for (let glob = rest.shift(); glob !== undefined; glob = rest.shift()) {
    const [before, inside, after] = glob.split(/\{([^{}]*)\}(.*)/s);
    if (inside === undefined) done.push(glob);
    else rest.unshift(...inside.split(',').map((one) => `${before}${one}${after}`));
    if (done.length + rest.length > MAX_GLOBS)
      throw new Refusal(400, 'bad_query', `files: must be at most ${MAX_GLOBS} patterns.`);
  }
  return done;
}
