// Says that the model got only a part of a result. The page itself can show all of it.
import { t } from '../../language/text.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';

/** What pi's tools report about a result that they cut (0.73.1 to 1.6.0). */
interface Truncation {
  truncated?: unknown;
  outputLines?: unknown;
  totalLines?: unknown;
}

/** Returns null if the model got all of it, or if the tool does not say. */
export function truncationWords({ details }: Pick<ToolRun, 'details'>): string | null {
  const { truncation } = (details ?? {}) as { truncation?: Truncation | null };
  if (truncation?.truncated !== true) return null;
  const { outputLines: shown, totalLines: total } = truncation;
  return typeof shown === 'number' && typeof total === 'number' && shown < total
    ? t('The model got {shown} of {total} lines.', { shown, total })
    : t('The model got only a part of this.');
}
