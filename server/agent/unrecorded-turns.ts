// Adds turns that ran tools, but have no recorded changes, to a list of changed turns.
import type { ChangedTurn } from '../../shared/changes.ts';
import { mayWrite } from '../changes/may-write.ts';
import { keyTime } from '../../shared/view/transcript.ts';
import type { View } from '../../shared/view/view.ts';

export interface UnrecordedOptions {
  /** Why the extension cannot record. */
  problem: string | null;
  /** When the user removed everything recorded until then. */
  forgottenAt: number | null;
}

/** Only the turns in the view can be added. */
export function withUnrecorded(
  recorded: readonly ChangedTurn[],
  { entries, toolRuns, companionProblem }: Pick<View, 'entries' | 'toolRuns' | 'companionProblem'>,
  { problem, forgottenAt }: UnrecordedOptions,
): ChangedTurn[] {
  const known = new Set(recorded.map(({ at }) => at));
  const missing = new Map<string, ChangedTurn>();
  let turn = '';
  for (const { key, message } of entries) {
    if (message.role === 'user') turn = key;
    if (message.role !== 'assistant' || turn === '' || known.has(keyTime(turn))) continue;
    const isWriting = message.content.some(
      (block) =>
        block.type === 'toolCall' && mayWrite(block.name) && toolRuns[block.id]?.endedAt !== undefined,
    );
    if (!isWriting) continue;
    const isForgotten = forgottenAt !== null && keyTime(turn) <= forgottenAt;
    const why = isForgotten
      ? 'The earlier recordings of this folder were removed.'
      : (companionProblem ?? problem ?? 'The panel’s extension did not record this turn.');
    missing.set(turn, { id: turn, at: keyTime(turn), coverage: 'none', why, files: [] });
  }
  return [...recorded, ...missing.values()].sort((a, b) => a.at - b.at);
}
