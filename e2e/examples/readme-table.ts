// The results in short, as a block of README.md between two marks; docs/extensions.md has the longer words.
import type { Tried } from './try-example.ts';
import { VERDICT_WORDS, type Verdict } from './verdict.ts';

const BEGIN = '<!-- Written by `npm run examples`. -->';
const END = '<!-- End of what `npm run examples` wrote. -->';

/** `readme` with the block that stands in it replaced. Throws when it has no place for one. */
export function withExamples(readme: string, result: { tried: readonly Tried[]; version: string }): string {
  const { start, end } = placeIn(readme);
  return `${readme.slice(0, start)}\n\n${blockOf(result)}\n\n${readme.slice(end)}`;
}

/** What stands between the marks. */
export function examplesIn(readme: string): string {
  const { start, end } = placeIn(readme);
  return readme.slice(start, end).trim();
}

function placeIn(readme: string): { start: number; end: number } {
  const start = readme.indexOf(BEGIN) + BEGIN.length;
  const end = readme.indexOf(END);
  if (start < BEGIN.length || end < start) throw new Error(`README.md has no "${BEGIN}" before "${END}".`);
  return { start, end };
}

function blockOf({ tried, version }: { tried: readonly Tried[]; version: string }): string {
  const rows = [['Example', 'What it needs', 'Here it'], ['---', '---', '---'], ...tried.map(rowOf)];
  const count = (verdict: Verdict): number => tried.filter((one) => one.verdict === verdict).length;
  return `<details>
<summary>The ${tried.length} example extensions of pi ${version}: ${count('works')} work, ${count('degrades')} degrade, ${count('cannot')} cannot work over RPC, ${count('needs')} need what was not here</summary>

${rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')}

</details>`;
}

function rowOf({ name, verdict, methods, lost, needs }: Tried): string[] {
  const losses = [...new Set(lost.map(({ word }) => word))];
  const wanted = [...methods.map((method) => `\`${method}\``), ...(verdict === 'cannot' ? losses : [])];
  return [name, [wanted.join(', '), needs ?? ''].filter(Boolean).join('; '), fateOf(verdict, losses)];
}

function fateOf(verdict: Verdict, losses: readonly string[]): string {
  return verdict === 'degrades' ? `degrades: without ${losses.join(', ')}` : VERDICT_WORDS[verdict];
}
