// Says that pi continues a session with another model than the one it had. pi takes another one if the old one is gone,
// and tells only its own terminal interface (`modelFallbackMessage`, 0.79.9 to 1.6.0).
import type { Model } from '../../../shared/pi/messages.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';

export interface ModelName {
  provider: string;
  id: string;
}

/** Returns the model that an entry names: the chosen one, or the one that answered. */
export function modelIn(entry: SessionEntry | undefined): ModelName | null {
  if (entry?.type === 'model_change') return { provider: entry.provider, id: entry.modelId };
  if (entry?.type !== 'message' || entry.message.role !== 'assistant') return null;
  const { provider, model: id } = entry.message;
  return provider && id ? { provider, id } : null;
}

/**
 * Returns the sentence for the user, or null if the session has the model that it had. `last`: the last choice and the
 * last answer, the latest first. pi >= 1.5 restores the choice, because an answer may name another model than that.
 */
export function modelNote(
  last: readonly (ModelName | null)[],
  now: Pick<Model, 'provider' | 'id'> | null,
): string | null {
  const had = last.filter((name) => name !== null);
  const [latest] = had;
  if (!latest || had.some((name) => name.provider === now?.provider && name.id === now.id)) return null;
  const before = nameOf(latest);
  return now
    ? `This session used the model ${before} until now. pi continues it with ${nameOf(now)}.`
    : `This session used the model ${before} until now. pi has no model for it: choose one.`;
}

const nameOf = ({ provider, id }: ModelName): string => `${provider}/${id}`;
