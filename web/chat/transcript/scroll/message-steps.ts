// Moves the focus from message to message: the user's, the answers, and the groups of tool calls between them.
import type { MessageStep } from '../../../state/workbench/region-ports.ts';
import type { Row } from '../rows.ts';
import { focusRow, type RowSteps } from './focus-row.ts';

/**
 * From outside the conversation, a step back goes to the newest message. Resolves to false if there is no such message.
 */
export async function stepMessage(to: MessageStep, steps: RowSteps): Promise<boolean> {
  const { log, older, rows } = steps;
  const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
  const start = focused && log.contains(focused) ? focused.dataset.row : undefined;
  const find = (): Row | undefined => {
    const all = rows();
    const at = all.findIndex(({ key }) => key === start);
    if (to === 'newest' || (at === -1 && to === -1)) return all.findLast(isMessage);
    if (at === -1) return undefined;
    return to === 1 ? all.slice(at + 1).find(isMessage) : all.slice(0, at).findLast(isMessage);
  };
  const row = to === -1 ? await older.reach(find) : find();
  return row !== undefined && focusRow(row.key, steps);
}

/** Other rows are lines about messages. */
const isMessage = ({ kind }: Row): boolean => kind === 'entry' || kind === 'work' || kind === 'live';
