// The words for the summary of a compaction.
import { t } from '../../../language/text.ts';

/**
 * Describes the part of the conversation that the model sees after the compaction. See `Entry.keptFrom`. `isReplaced`:
 * whether a later compaction has replaced the summary.
 */
export function summaryWords(keptFrom: string | null | undefined, isReplaced = false): string {
  if (isReplaced) return t('A later summary replaced this one');
  if (keptFrom === undefined) return t('The model sees this summary instead of older messages');
  if (keptFrom === null) return t('The model sees this summary instead of everything above');
  return t('The model sees this summary, and still sees the messages above it down from the line');
}

/**
 * Removes the lists of files with which pi ends a summary (in pi 0.73.1 to 1.5.2), because the page lists them
 * separately.
 */
export function withoutFileLists(summary: string): string {
  return summary.replace(/\s*<(read-files|modified-files)>\n[^<]*<\/\1>/g, '');
}
