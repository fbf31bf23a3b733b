// The results as docs/extensions.md.
import type { Tried } from './try-example.ts';
import { VERDICT_WORDS, type Verdict } from './verdict.ts';

interface Results {
  tried: readonly Tried[];
  version: string;
  /** The same examples in the package of a newer pi. */
  newer: { version: string; verdicts: ReadonlyMap<string, Verdict> } | null;
}

export function documentOf({ tried, version, newer }: Results): string {
  const counts = Object.entries(VERDICT_WORDS)
    .map(([verdict, words]) => [tried.filter((one) => one.verdict === verdict).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`);
  const head = [
    'Example',
    'Result',
    ...(newer ? [`pi ${newer.version}`] : []),
    'Seen',
    'Not available, or required',
    'Requests to the page',
  ];
  const rows = [head, head.map(() => '---'), ...tried.map((one) => rowOf(one, newer?.verdicts))];
  return `# The example extensions of pi, in the panel

Written by \`npm run examples\`, not by hand. Each of the ${tried.length} examples in the package of pi ${version} was
loaded into a real pi behind the panel, with a scripted model and a scripted user who answers its dialogs and types
into its screens, and put to its main use. "Seen" lists what was then found in the view of the page, in a file, or in a
request to the model; expected results that did not appear are struck through. The panel's own extension was also loaded, as by default.

${counts.join(' · ')}${
    newer
      ? `

The column _pi ${newer.version}_ has the results of the same trials with that version and its own examples, as far as
it still has them.`
      : ''
  }

- **works**: everything works, and the example uses nothing that is not available on the page.
- **degrades**: it is useful, but part of it works only in the terminal; the table says which part.
- **does not work here**: its purpose is not supported. pi ignores such calls; nothing breaks.
- **missing requirements**: it needs a key, a network, a package or a machine that was not available. Not judged.

Output to a terminal is found in the code of the example. Everything else that is not available is a call that the
example made while it ran and that had no effect, or a question that was expected and not asked.

${rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}
`;
}

function rowOf(one: Tried, newer: ReadonlyMap<string, Verdict> | undefined): string[] {
  const { name, verdict, points, lost, needs, trouble, methods, said, told } = one;
  const later = newer?.get(name);
  const seen = Object.entries(points).map(([what, isSo]) => (isSo ? what : `~~${what}~~`));
  const words = lost.map(({ what }) => `It ${what}.`);
  if (told.length > 0) words.push(`The page says: “${told.join(' ')}”`);
  if (said) words.push(`It says: “${said.trim()}”`);
  if (needs) words.push(`It needs ${needs}${verdict === 'needs' ? '' : ', which was available here'}.`);
  if (verdict === 'fails' && trouble) words.push(`(${trouble})`);
  const results = [VERDICT_WORDS[verdict], ...(newer ? [later ? VERDICT_WORDS[later] : '—'] : [])];
  return [name, ...results, seen.join('; '), words.join(' '), methods.join(', ')];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
