// What the user asks pi about problems that language servers have found. It is text for the model as well, so it is not
// translated.
import { mentionOf } from './composer-port.ts';

export interface NamedProblem {
  /** Relative to the workspace. */
  path: string;
  /** From 1. */
  line: number;
  message: string;
  source: string | null;
  code: string | null;
}

/** How many problems one message names. */
const MAX_NAMED = 20;

/** `more`: how many there are besides these. */
export function requestFor(problems: readonly NamedProblem[], more = 0): string {
  const [first] = problems;
  if (problems.length + more === 1 && first) return `Fix this problem in ${describe(first)}`;
  const named = problems.slice(0, MAX_NAMED).map((one) => `- ${describe(one)}`);
  const left = problems.length + more - named.length;
  return [`Fix these problems:`, ...named, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
}

/** Where a problem comes from: `ts 2322`. */
export function originOf({ source, code }: Pick<NamedProblem, 'source' | 'code'>): string {
  return [source, code].filter((part) => part !== null).join(' ');
}

function describe(problem: NamedProblem): string {
  const origin = originOf(problem);
  const message = problem.message.replaceAll(/\s+/g, ' ').trim();
  return `${mentionOf({ path: problem.path, from: problem.line })}: ${message}${origin && ` (${origin})`}`;
}
