// The results as docs/extensions.md.
import type { BrowserPlays } from './browser-plays.ts';
import type { Tried } from './try-example.ts';
import { VERDICT_WORDS } from './verdict.ts';

/** The examples of one version of pi. */
export interface VersionRun extends BrowserPlays {
  version: string;
  tried: readonly Tried[];
}

/** `runs`: of the panel's own pi, and of an older one if it is installed. */
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
loaded into a real pi behind the panel and put to its main use, with a scripted model and a scripted user who answers
its dialogs and types into its screens. "Seen" lists the results that then appeared in the view of the page, in a file,
or in a request to the model; expected results that did not appear are struck through. As by default, pi also loaded the
panel's own extension.

The columns _Browser_ say whether a browser test used the example on the page and passed, with the real pi of that
version and the examples that it ships. Each example that works has such a test.

${runs.map(countsOf).join('\n\n')}

- **works**: everything works, and the example uses nothing that is not available on the page.
- **degrades**: it is useful, but part of it works only in the terminal; the table says which part.
- **does not work here**: its purpose is not supported. pi ignores such calls; nothing breaks.
- **missing requirements**: it needs a key, a network, a package or a machine that was not available. Not judged.

The run finds output to a terminal in the code of the example. Everything else that is not available is a call by the
running example that had no effect, or an expected question that it did not ask.

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
