// The results as docs/extensions.md.
import type { Tried } from './try-example.ts';
import { VERDICT_WORDS } from './verdict.ts';

export function documentOf({ tried, version }: { tried: readonly Tried[]; version: string }): string {
  const counts = Object.entries(VERDICT_WORDS)
    .map(([verdict, words]) => [tried.filter((one) => one.verdict === verdict).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`);
  const head = ['Example', 'Here it', 'Seen', 'Not carried, or needed', 'Asks the page for'];
  const rows = [head, head.map(() => '---'), ...tried.map(rowOf)];
  return `# The example extensions of pi, in the panel

Made by \`npm run examples\`, not by hand: each of the ${tried.length} examples in the package of pi ${version} was
loaded into a real pi behind the panel, with a scripted model and a person who answers its dialogs, and driven
through what it is for. "Seen" is what was then found on the page (or in the file, or in what the model was
told); what was looked for and did not come is struck through. The panel's own extension was loaded beside it, as by
default.

${counts.join(' · ')}

- **works**: all of it, and it tries nothing that RPC does not carry.
- **degrades**: it is of use, and something of it is for the terminal only; the table says what.
- **cannot work over RPC**: what it is for is the terminal itself. pi swallows such calls; nothing breaks.
- **needs what was not here**: a key, a network, a package or a machine. Not judged.

That it draws its tools, messages or entries, has a key, brings a theme, asks for a terminal or writes to it is read
from its code; every other loss is a call that it made while it ran and that pi's RPC mode swallowed, or a question
that was waited for and did not come.

${rows.map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')}
`;
}

function rowOf({ name, verdict, points, lost, needs, trouble, methods, said, told }: Tried): string[] {
  const seen = Object.entries(points).map(([what, isSo]) => (isSo ? what : `~~${what}~~`));
  const words = lost.map(({ what }) => `It ${what}.`);
  if (told.length > 0) words.push(`The page says: “${told.join(' ')}”`);
  if (said) words.push(`It says: “${said.trim()}”`);
  if (needs) words.push(`It needs ${needs}${verdict === 'needs' ? '' : ', which was found here'}.`);
  if (verdict === 'fails' && trouble) words.push(`(${trouble})`);
  return [name, VERDICT_WORDS[verdict], seen.join('; '), words.join(' '), methods.join(', ')];
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
}
