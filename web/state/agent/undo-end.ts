// Whether an undo has been reversed, so that a notice of it has become wrong.
import type { AgentChanges } from './changes.svelte.ts';

type Changes = Pick<AgentChanges, 'list' | 'listed' | 'redone' | 'requested'>;

/**
 * Must be called when the undo is done. The returned function tells whether it was redone, here or elsewhere, or its
 * record was removed.
 */
export function undoEnd(changes: Changes, entry: string): () => boolean {
  // Lists that were requested until now may be older than the undo.
  const { requested } = changes;
  return () =>
    changes.redone?.undo === entry ||
    (changes.listed > requested && !changes.list?.undos.some((undo) => undo.entry === entry));
}
