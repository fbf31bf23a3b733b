// Which of the listed threats and faults have a test, told from the titles of the tests alone, and said in the
// README. Works on texts, knows no file system.
import type { Concern } from './trust-list.ts';

const BEGIN = '<!-- trust-coverage: written by `npm run coverage` -->';
const END = '<!-- /trust-coverage -->';

/** Id to the titles that begin with it, ids left out. A skipped or an unwritten test shows nothing. */
export function titlesById(sources: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const source of sources) {
    for (const [, , ids = '', title = ''] of source.matchAll(TITLE)) {
      for (const [id] of ids.matchAll(/[SR]-\d\d/g)) found.set(id, [...(found.get(id) ?? []), title]);
    }
  }
  return found;
}

/** `test('S-04, S-05: a claim'`, also over two lines, groups of tests, steps of the soak run; not `test.skip(`. */
const TITLE =
  /\b(?:test|it|describe|step)(?:\.only|\.serial|\.describe)?\(\s*(['"`])((?:[SR]-\d\d(?:,? and |, ?| )?)+): ?((?:(?!\1)[^\\]|\\.)*)\1/g;

/** Ids in titles that no list knows, and those of concerns that are said to be absent. */
export function strayIds(titles: ReadonlyMap<string, string[]>, lists: readonly Concern[]): string[] {
  const testable = new Set(lists.filter(({ absent }) => absent === undefined).map(({ id }) => id));
  return [...titles.keys()].filter((id) => !testable.has(id)).sort();
}

/** `readme` with its block written anew. Throws when the marks of the block are not there. */
export function withCoverage(readme: string, block: string): string {
  const begin = readme.indexOf(BEGIN);
  const end = readme.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`The README has no place for the figures: ${BEGIN} … ${END}`);
  return `${readme.slice(0, begin + BEGIN.length)}\n\n${block}\n\n${readme.slice(end)}`;
}

export interface Coverage {
  threats: readonly Concern[];
  faults: readonly Concern[];
  /** Of the tests. */
  titles: ReadonlyMap<string, string[]>;
  /** Of the steps of the soak run, which is no part of `npm test`. */
  soaked: ReadonlyMap<string, string[]>;
}

/** What the README says; it changes only when an id gets its first test or loses its last. */
export function coverageBlock({ threats, faults, ...shown }: Coverage): string {
  return [...sentences('threats', threats, shown), ...sentences('faults', faults, shown)].join('\n');
}

function sentences(
  what: string,
  all: readonly Concern[],
  { titles, soaked }: Pick<Coverage, 'titles' | 'soaked'>,
): string[] {
  const absent = all.filter((concern) => concern.absent !== undefined);
  const untested = all.filter(({ id, absent: reason }) => reason === undefined && !titles.has(id));
  const count = all.length - absent.length - untested.length;
  const soakOnly = untested.filter(({ id }) => soaked.has(id));
  const open = untested.filter(({ id }) => !soaked.has(id));
  return [
    `- **${count} of ${all.length} listed ${what}** have a test that shows what happens.`,
    ...(soakOnly.length > 0
      ? [`  Shown by \`npm run test:soak\` only: ${soakOnly.map(named).join('; ')}.`]
      : []),
    ...(open.length > 0 ? [`  Without one: ${open.map(named).join('; ')}.`] : []),
    ...(absent.length > 0
      ? [
          `  Cannot happen here: ${absent.map((concern) => `${named(concern)}: ${concern.absent}`).join('; ')}.`,
        ]
      : []),
  ];
}

function named({ id, title }: Concern): string {
  return `${id} (${title})`;
}
