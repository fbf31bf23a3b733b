// The results as docs/extensions.md.
import type { BrowserPlays } from './browser-plays.ts';
import type { Tried } from './try-example.ts';
import { VERDICT_WORDS } from './verdict.ts';

/** The examples of one version of pi. */
export interface VersionRun extends BrowserPlays {
  version: string;
  tried: readonly Tried[];
}

/** `runs`: of the panel's own pi, and of a newer one if it is installed. */
export function documentOf(runs: readonly VersionRun[]): string {
  const [own] = runs;
  if (!own) throw new Error('No version of pi was tried.');
  const names = [...new Set(runs.flatMap(({ tried }) => tried.map(({ name }) => name)))];
  const head = [
    'Example',
    ...runs.flatMap(({ version }) => [`pi ${version}`, 'Browser']),
    'Seen',
    'Not available, or required',
    'Requests to the page',
  ];
  const order = own.tried.map(({ name }) => name);
  const later = names.slice(order.length);
  const rows = [head, head.map(() => '---'), ...[...order, ...later].map((name) => rowOf(name, runs))];
  return `# The example extensions of pi, in the panel

Written by \`npm run examples\`, not by hand. Each of the ${own.tried.length} examples in the package of pi ${own.version} was
loaded into a real pi behind the panel, with a scripted model and a scripted user who answers its dialogs and types
into its screens, and put to its main use. "Seen" lists what was then found in the view of the page, in a file, or in a
request to the model; expected results that did not appear are struck through. The panel's own extension was also loaded, as by default.

The columns _Browser_ say whether a browser test then used the example on the page, with the real pi of that version and
its own examples, and passed. Each example that works has such a test.

${runs.map(countsOf).join('\n\n')}

- **works**: everything works, and the example uses nothing that is not available on the page.
- **degrades**: it is useful, but part of it works only in the terminal; the table says which part.
- **does not work here**: its purpose is not supported. pi ignores such calls; nothing breaks.
- **missing requirements**: it needs a key, a network, a package or a machine that was not available. Not judged.

Output to a terminal is found in the code of the example. Everything else that is not available is a call that the
example made while it ran and that had no effect, or a question that was expected and not asked.

${rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}
`;
}

function countsOf({ version, tried, played }: VersionRun): string {
  const counts = Object.entries(VERDICT_WORDS)
    .map(([verdict, words]) => [tried.filter((one) => one.verdict === verdict).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`);
  const inBrowser = tried.filter(({ name }) => played.has(name)).length;
  return `pi ${version}: ${counts.join(' · ')} · ${inBrowser} played in a browser test`;
}

function rowOf(name: string, runs: readonly VersionRun[]): string[] {
  const all = runs.map(({ tried }) => tried.find((one) => one.name === name));
  const results = all.flatMap((one, nth) => [
    one ? VERDICT_WORDS[one.verdict] : '—',
    runs[nth]!.played.has(name) ? 'played' : '—',
  ]);
  const { verdict, points, lost, needs, remark, trouble, methods, said, told } = all.find(Boolean)!;
  const seen = Object.entries(points).map(([what, isSo]) => (isSo ? what : `~~${what}~~`));
  const words = lost.map(({ what }) => `It ${what}.`);
  if (remark) words.push(remark);
  if (told.length > 0) words.push(`The page says: “${told.join(' ')}”`);
  if (said) words.push(`It says: “${said.trim()}”`);
  if (needs) words.push(`It needs ${needs}${verdict === 'needs' ? '' : ', which was available here'}.`);
  if (verdict === 'fails' && trouble) words.push(`(${trouble})`);
  return [name, ...results, seen.join('; '), words.join(' '), methods.join(', ')];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
