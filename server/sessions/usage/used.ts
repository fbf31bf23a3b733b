// What an entry of a session file has cost: an answer, a summary, a request of pi or an extension, or sub-agents.
import { CHANNEL, type CompanionEntry } from '../../../shared/companion.ts';
import type { Usage } from '../../../shared/pi/messages.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { UsageSource } from '../../../shared/usage.ts';
import { tokensIn } from '../../../shared/children/child.ts';
import { childrenIn } from '../../../shared/children/read-children.ts';

export interface Used {
  model: string;
  source: UsageSource;
  usage: Usage;
  child?: string | undefined;
  isInPi?: boolean;
}

/** Besides answers, these entries also cost tokens. */
export const USING = new Set(['compaction', 'branch_summary', 'usage']);

/** Returns what this entry has cost by itself; null if nothing. */
export function usageOf(entry: SessionEntry): Used | null {
  if (entry.type === 'message') {
    const { message } = entry;
    if (message.role === 'toolResult' && message.usage) {
      const source = childUsages(entry).length > 0 ? 'child' : 'tool';
      return { model: '', source, usage: message.usage, isInPi: true };
    }
    if (message.role !== 'assistant' || !message.usage) return null;
    // As in pi's own sums, the price belongs to the model that answered.
    const { provider, model, responseModel } = message;
    const source = message.stopReason === 'error' ? 'failed' : 'answer';
    return { model: nameOf(provider, responseModel ?? model), source, usage: message.usage };
  }
  if (entry.type === 'usage')
    return (
      entry.usage && {
        model: nameOf(entry.provider, entry.model),
        source: entry.kind === 'cache_warm' ? 'warming' : 'other',
        usage: entry.usage,
      }
    );
  if (entry.type === 'compaction' && entry.usage)
    return { model: '', source: 'compaction', usage: entry.usage };
  if (entry.type === 'branch_summary' && entry.usage)
    return { model: '', source: 'branch', usage: entry.usage };
  return null;
}

/** Returns what each sub-agent has used, as far as its package, or the panel in pi, says so in this entry. */
export function childUsages(entry: SessionEntry): (Used & { id?: string })[] {
  if (entry.type === 'custom') {
    const { child } = Object(entry.data) as CompanionEntry;
    if (entry.customType !== CHANNEL || !child?.usage?.cost) return [];
    const { id, model, usage, session } = child;
    return [{ id, model, source: 'child', usage, child: session }];
  }
  const holder = entry.type === 'message' ? entry.message : entry;
  const details = 'details' in holder ? holder.details : undefined;
  return childrenIn(details, 'ok')
    .filter(({ usage, cost }) => cost > 0 || tokensIn(usage) !== null)
    .map(({ id, model, usage: told, cost: total }) => {
      const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total };
      const { input, output, cacheRead, cacheWrite } = told;
      const tokens = { input, output, cacheRead, cacheWrite } as Omit<Usage, 'cost'>;
      return { ...(id !== undefined && { id }), model, source: 'child', usage: { ...tokens, cost } };
    });
}

const nameOf = (provider: string | undefined, model: string | undefined): string =>
  [provider, model].filter(Boolean).join('/');
