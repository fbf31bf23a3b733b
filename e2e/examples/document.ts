// The results as docs/extensions.md.
import type { Tried } from './try-example.ts';
import { VERDICT_WORDS } from './verdict.ts';

export function documentOf({ tried, version }: { tried: readonly Tried[]; version: string }): string {
  const counts = Object.entries(VERDICT_WORDS)
    .map(([verdict, words]) => [tried.filter((one) => one.verdict === verdict).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`);
  const head = ['Example', 'Result', 'Seen', 'Not available, or required', 'Requests to the page'];
  const rows = [head, head.map(() => '---'), ...tried.map(rowOf)];
  return `# The example extensions of pi, in the panel

Written by \`npm run examples\`, not by hand. Each of the ${tried.length} examples in the package of pi ${version} was
loaded into a real pi behind the panel, with a scripted model and a scripted user who answers its dialogs and types
into its screens, and put to its main use. "Seen" lists what was then found on the page, in a file, or in a request to the model; expected results
that did not appear are struck through. The panel's own extension was also loaded, as by default.

${counts.join(' · ')}

- **works**: everything works, and the example uses nothing that is not available on the page.
- **degrades**: it is useful, but part of it works only in the terminal; the table says which part.
- **does not work here**: its purpose is not supported. pi ignores such calls; nothing breaks.
- **missing requirements**: it needs a key, a network, a package or a machine that was not available. Not judged.

Custom rendering, keyboard shortcuts, themes and output to a terminal are found in the code of the
example. Everything else that is not available is a call that the example made while it ran and that pi's RPC mode
ignored, or a question that was expected and not asked.

${rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}
`;
}

function rowOf({ name, verdict, points, lost, needs, trouble, methods, said, told }: Tried): string[] {
  const seen = Object.entries(points).map(([what, isSo]) => (isSo ? what : `~~${what}~~`));
  const words = lost.map(({ what }) => `It ${what}.`);
  if (told.length > 0) words.push(`The page says: “${told.join(' ')}”`);
  if (said) words.push(`It says: “${said.trim()}”`);
  if (needs) words.push(`It needs ${needs}${verdict === 'needs' ? '' : ', which was available here'}.`);
  if (verdict === 'fails' && trouble) words.push(`(${trouble})`);
  return [name, VERDICT_WORDS[verdict], seen.join('; '), words.join(' '), methods.join(', ')];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
