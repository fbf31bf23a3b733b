// The usage of the requests of one sub-agent, by the session file that its pi writes.
import { stat } from 'node:fs/promises';
import { countOf, fieldsOf, textOf, type Fields } from '../../../shared/children/child.ts';
import type { Usage } from '../../../shared/pi/messages.ts';
import { readRegularText } from '../../lib/regular-file.ts';

export interface Spent {
  usage: Usage;
  /** `provider/model` of the last answer, or empty. */
  model: string;
  /** How many answers. */
  turns: number;
  /** Of the last answer, or empty. */
  stopReason: string;
}

const NOTHING_SPENT: Spent = {
  usage: {
    ...{ input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  },
  model: '',
  turns: 0,
  stopReason: '',
};

/** Adds up the usage in entries of a session, as pi's own statistics do. */
export function spentIn(entries: readonly unknown[]): Spent {
  return entries.reduce<Spent>((sum, entry) => {
    const fields = fieldsOf(entry);
    const message = fieldsOf(fields.message);
    const isAnswer = message.role === 'assistant';
    // A tool may have made requests, too.
    const used = fieldsOf(message.usage ?? fields.usage);
    if (Object.keys(used).length === 0) return sum;
    const model = isAnswer ? [message.provider, message.model].map(textOf).filter(Boolean).join('/') : '';
    return {
      usage: added(sum.usage, used),
      model: model || sum.model,
      turns: sum.turns + (isAnswer ? 1 : 0),
      stopReason: isAnswer ? textOf(message.stopReason) : sum.stopReason,
    };
  }, NOTHING_SPENT);
}

function added(sum: Usage, used: Fields): Usage {
  const cost = fieldsOf(used.cost);
  return {
    input: sum.input + countOf(used.input),
    output: sum.output + countOf(used.output),
    cacheRead: sum.cacheRead + countOf(used.cacheRead),
    cacheWrite: sum.cacheWrite + countOf(used.cacheWrite),
    cost: {
      input: sum.cost.input + countOf(cost.input),
      output: sum.cost.output + countOf(cost.output),
      cacheRead: sum.cost.cacheRead + countOf(cost.cacheRead),
      cacheWrite: sum.cost.cacheWrite + countOf(cost.cacheWrite),
      total: sum.cost.total + countOf(cost.total),
    },
  };
}

/** Returns all tokens of it; null if there are none. */
export function tokensOf({ usage: { input, output, cacheRead, cacheWrite } }: Spent): number | null {
  return input + output + cacheRead + cacheWrite || null;
}

/** Reads session files again only after they have changed. */
export class SpentInFiles {
  readonly #known = new Map<string, { size: number; mtimeMs: number; spent: Spent }>();

  /** Resolves to null while there is no such file, and for one that cannot be read. */
  async read(file: string | undefined): Promise<Spent | null> {
    if (file === undefined) return null;
    try {
      const { size, mtimeMs } = await stat(file);
      const known = this.#known.get(file);
      if (known?.size === size && known.mtimeMs === mtimeMs) return known.spent;
      const spent = spentIn(linesOf(await readRegularText(file)));
      this.#known.set(file, { size, mtimeMs, spent });
      return spent;
    } catch {
      // It is written by another program, which may not have begun, or has put it elsewhere.
      return null;
    }
  }
}

/** Returns what the lines contain; the last one may still be written. */
function linesOf(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.includes('"usage"'))
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown];
      } catch {
        return [];
      }
    });
}
