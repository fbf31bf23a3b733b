// Whether an undo has been reversed, so that a notice of it has become wrong.
import type { AgentChanges } from './changes.svelte.ts';

/** The returned function tells whether the undo was redone, here or elsewhere, or its record was removed. */
export function undoEnd(changes: Pick<AgentChanges, 'list' | 'redone'>, entry: string): () => boolean {
  // The list on the page may be older than the undo.
  let wasListed = false;
  return () => {
    const isListed = changes.list?.undos.some((undo) => undo.entry === entry) ?? false;
    wasListed ||= isListed;
    return changes.redone?.undo === entry || (wasListed && !isListed);
  };
}
