// Finds out from the titles of the tests which threats and faults they cover, and writes docs/threats.md. Works on
// texts, without the file system.
import type { Concern } from './trust-list.ts';

/** `test('S-04, S-05: a claim'`, also across two lines, in groups and in steps of the soak; not `test.skip(`. */
const TITLE =
  /\b(?:test|it|describe|step)(?:\.only|\.serial|\.describe)?\(\s*(['"`])((?:[SR]-\d\d(?:,? and |, ?| )?)+): ?((?:(?!\1)[^\\]|\\.)*)\1/g;

export interface Coverage {
  threats: readonly Concern[];
  faults: readonly Concern[];
  /** Titles of the tests, by id. */
  titles: ReadonlyMap<string, string[]>;
  /** Titles of the steps of the soak, by id. The soak is not part of `npm test -- all`. */
  soaked: ReadonlyMap<string, string[]>;
}

/** Returns the titles that begin with an id, without their ids. Skipped tests do not count. */
export function titlesById(sources: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const source of sources) {
    for (const [, , ids = '', title = ''] of source.matchAll(TITLE)) {
      for (const [id] of ids.matchAll(/[SR]-\d\d/g)) found.set(id, [...(found.get(id) ?? []), title]);
    }
  }
  return found;
}

/** Returns the ids in titles that are not in the list, or that the list calls absent. */
export function strayIds(titles: ReadonlyMap<string, string[]>, list: readonly Concern[]): string[] {
  const testable = new Set(list.filter(({ absent }) => absent === undefined).map(({ id }) => id));
  return [...titles.keys()].filter((id) => !testable.has(id)).sort();
}

/** Returns the text of docs/threats.md. It changes only when an id gets its first test or loses its last one. */
export function coverageDocument({ threats, faults, ...shown }: Coverage): string {
  return `# Threats and faults

Written by \`npm run coverage\` from [scripts/trust/trust-list.ts](../scripts/trust/trust-list.ts) and the titles of the
tests: the title of a test begins with the ids that it covers. \`npm run coverage\` also prints those titles.

## Threats

${section('threats', threats, shown)}

## Faults

${section('faults', faults, shown)}
`;
}

function section(kind: string, list: readonly Concern[], shown: Pick<Coverage, 'titles' | 'soaked'>): string {
  const rows = list.map((concern) => [concern.id, concern.title, coverageOf(concern, shown)] as const);
  const tested = rows.filter(([, , coverage]) => coverage === TESTED).length;
  return [
    `${tested} of ${list.length} ${kind} have a test in \`npm test -- all\`.`,
    '',
    ...table([['id', 'what goes wrong', 'covered by'], ...rows]),
  ].join('\n');
}

const TESTED = '`npm test -- all`';

function coverageOf(
  { id, absent }: Concern,
  { titles, soaked }: Pick<Coverage, 'titles' | 'soaked'>,
): string {
  if (absent) return `cannot happen: ${absent}`;
  if (titles.has(id)) return TESTED;
  return soaked.has(id) ? '`npm run test:soak`' : 'nothing yet';
}

/** Formats a Markdown table as Prettier does. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[], fill = ' '): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!, fill)).join(' | ')} |`;
  const rule = line(
    widths.map(() => ''),
    '-',
  );
  return [line(rows[0]!), rule, ...rows.slice(1).map((row) => line(row))];
}
