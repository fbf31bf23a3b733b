// Writes Markdown of any length with every construct that a renderer must handle. Every line is computed and true, and
// the same length gives the same text, so that measurements can be repeated.
import { factsOf, isPrime, type NumberFacts } from './number-facts.ts';

/** At least `characters` long, up to the end of a chapter. Four characters are about one token. */
export function longText(characters: number): string {
  const chapters = [
    '# A field guide to the whole numbers\n\n' +
      'One chapter for each, in order, as far as this answer goes. It is long on purpose: scroll up while it ' +
      'grows, reload the page, open a second tab, or stop it.\n',
  ];
  for (let length = 0, number = 2; length < characters; number += 1) {
    const chapter = chapterOf(factsOf(number));
    chapters.push(chapter);
    length += chapter.length + 1;
  }
  return chapters.join('\n');
}

function chapterOf(facts: NumberFacts): string {
  const block = blocks[facts.number % blocks.length] as Block;
  return `## ${facts.number}, or ${facts.roman}\n\n${introduction(facts)}\n\n${block(facts)}\n${farewell(facts)}\n`;
}

function introduction({ number, factors, divisors, kind, binary, hex }: NumberFacts): string {
  const shape =
    factors.length === 1
      ? `**${number}** is a *prime*: nothing divides it but one and itself.`
      : `**${number}** is *${factors.join(' × ')}*, and ${divisors.length} numbers divide it.`;
  const sum = divisors.slice(0, -1).join(' + ');
  const weight = {
    deficient: `what divides it, \`${sum}\`, adds up to less than itself, which is called *deficient*`,
    perfect: `what divides it, \`${sum}\`, adds up to itself: it is **perfect**, and few are`,
    abundant: `what divides it, \`${sum}\`, adds up to more than itself, which is called *abundant*`,
  }[kind];
  return `${shape} Apart from itself, ${weight}. A machine stores it as \`${binary}\`, and people who look at machines write \`${hex}\`.`;
}

function farewell({ number, collatz }: NumberFacts): string {
  const peak = Math.max(...collatz);
  const steps = collatz.length - 1;
  return (
    `Halve it while it is even, else triple it and add one: after ${steps} step${steps === 1 ? '' : 's'} ${number} has come ` +
    `down to 1${peak > number ? `, and on the way it has been as high as ${peak}` : ''}.`
  );
}

type Block = (facts: NumberFacts) => string;

/** Each writes one kind of Markdown, chosen by the number of the chapter. */
const blocks: readonly Block[] = [
  ({ number, divisors }) =>
    lines(divisors.map((divisor) => `- ${divisor} × ${number / divisor} = ${number}`)),

  ({ number }) =>
    table(
      ['power', 'value', 'digits'],
      [1, 2, 3, 4, 5, 6].map((power) => [`${number}^${power}`, number ** power, `${number ** power}`.length]),
    ),

  ({ number, factors }) =>
    fence(
      'ts',
      `export function factors(number: number, from = 2): number[] {
  if (from * from > number) return number > 1 ? [number] : [];
  if (number % from !== 0) return factors(number, from + 1);
  return [from, ...factors(number / from, from)];
}

factors(${number}); // [${factors.join(', ')}]`,
    ),

  ({ collatz }) =>
    lines(
      collatz.slice(0, 6).map((at, step) => `${step + 1}. ${at} is **${at % 2 === 0 ? 'even' : 'odd'}**`),
    ),

  ({ number }) =>
    fence(
      'bash',
      `# the sum of all numbers up to ${number}, without a formula
seq 1 ${number} | paste -sd+ - | bc   # ${(number * (number + 1)) / 2}
printf '%d in octal is %o\\n' ${number} ${number}`,
    ),

  ({ number, primePairs }) =>
    lines([
      '> Every even number above two seems to be the sum of two primes. Nobody has proved it.',
      '>',
      primePairs.length === 0
        ? `> > No two primes add up to ${number}, but then ${number} is odd.`
        : `> > ${primePairs.map(([first, second]) => `${first} + ${second}`).join(', ')}`,
    ]),

  (facts) => fence('json', JSON.stringify({ ...facts, collatz: facts.collatz.length }, null, 2)),

  ({ number }) =>
    lines(
      [number - 2, number - 1, number, number + 1, number + 2].map(
        (near) => `- [${isPrime(near) ? 'x' : ' '}] ${near} is prime`,
      ),
    ),

  ({ number, divisors }) =>
    fence(
      'python',
      `def divisors(number: int) -> list[int]:
    """All that divide it, in rising order."""
    return [d for d in range(1, number + 1) if number % d == 0]

assert divisors(${number}) == [${divisors.join(', ')}]`,
    ),

  ({ number }) =>
    table(
      ['script', number, number * 1000],
      ['latn', 'arab', 'deva', 'beng', 'thai', 'hanidec'].map((script) => {
        const written = new Intl.NumberFormat(`en-u-nu-${script}`);
        return [script, written.format(number), written.format(number * 1000)];
      }),
    ),

  ({ number }) =>
    fence(
      'diff',
      ` const chapters = range(1, limit);
-const limit = ${number - 1};
+const limit = ${number};
 // see what has changed, then go on`,
    ),

  ({ number }) =>
    lines([
      `- squares near ${number}`,
      `  - below: ${Math.floor(Math.sqrt(number))}² = ${Math.floor(Math.sqrt(number)) ** 2}`,
      `  - above: ${Math.floor(Math.sqrt(number)) + 1}² = ${(Math.floor(Math.sqrt(number)) + 1) ** 2}`,
      `- ~~guessed~~ *computed* with \`Math.sqrt\`, see [the sequence of squares](https://oeis.org/A000290)`,
      '',
      '---',
    ]),
];

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}

function table(head: readonly (string | number)[], rows: readonly (string | number)[][]): string {
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  return lines([row(head), '| --- | --: | --: |', ...rows.map(row)]);
}

function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\`\n`;
}
