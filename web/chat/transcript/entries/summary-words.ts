// The words of a compaction's summary row.
import { t } from '../../../language/text.ts';

/**
 * The part of the conversation that the model sees after the compaction. `keptFrom`: see `Entry.keptFrom`.
 * `isReplaced`: by a later compaction.
 */
export function summaryWords(keptFrom: string | null | undefined, isReplaced = false): string {
  if (isReplaced) return t('A later summary replaced this one');
  if (keptFrom === undefined) return t('The model sees this summary instead of older messages');
  if (keptFrom === null) return t('The model sees this summary instead of everything above');
  return t('The model sees this summary, and still sees the messages above it down from the line');
}

/** pi ends its summaries with the files as tags (0.73.1 to 1.5.2); the page lists them separately. */
export function withoutFileLists(summary: string): string {
  return summary.replace(/\s*<(read-files|modified-files)>\n[^<]*<\/\1>/g, '');
}
