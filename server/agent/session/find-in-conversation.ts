// Finds text and entries in the stored conversation, and says where the page shows them.
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { EntryPlace, FoundInConversation, FoundPlace, Place } from '../../../shared/searches.ts';
import { messageOf } from '../../../shared/view/history.ts';
import { isShown, messageKey } from '../../../shared/view/transcript.ts';
import { foldText } from '../../../shared/folded.ts';
import { lineTest } from '../../sessions/search/fold-text.ts';
import { textsOf } from '../../sessions/search/entry-texts.ts';
import type { History } from '../../sessions/history.ts';

const MAX_PLACES = 5000;

/** Returns the places on the current branch with this text, compared as `foldText` does. */
export async function findText(history: History, query: string): Promise<FoundInConversation> {
  const folded = foldText(query);
  const places = new Map<string, FoundPlace>();
  for (const entry of await history.matching(lineTest(folded))) {
    for (const { text, call } of textsOf(entry)) {
      const count = foldText(text).split(folded).length - 1;
      const place = count > 0 ? placeOf(entry, call) : null;
      if (!place) continue;
      const id = place.call ?? place.key;
      // One card shows both the arguments of a call and its result.
      places.set(id, { ...place, count: (places.get(id)?.count ?? 0) + count });
      if (places.size > MAX_PLACES) return { places: [...places.values()].slice(0, MAX_PLACES), isCut: true };
    }
  }
  return { places: [...places.values()] };
}

/** Returns null for an entry that is not in the file, or that the conversation does not show. */
export async function findEntry(history: History, id: string): Promise<EntryPlace | null> {
  const entry = await history.entry(id);
  const message = entry && messageOf(entry);
  const place = entry && placeOf(entry, message?.role === 'toolResult' ? message.toolCallId : undefined);
  return place ? { ...place, isOnBranch: history.isOnBranch(id) } : null;
}

/** A tool result does not have a separate row. */
function placeOf(entry: SessionEntry, call: string | undefined): Place | null {
  const message = messageOf(entry);
  if (!message || (message.role !== 'toolResult' && !isShown(message))) return null;
  return { key: messageKey(message), ...(call !== undefined && { call }) };
}
