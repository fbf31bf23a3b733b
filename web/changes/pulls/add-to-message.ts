// Adds what somebody said about a pull request to the next message to pi, which the user completes and sends.
import { t } from '../../language/text.ts';
import type { Toasts } from '../../state/notices/toasts.svelte.ts';
import type { NewComment } from '../../state/workbench/comment.ts';
import type { Workbench } from '../../state/workbench/workbench.svelte.ts';

export function addToMessage(
  workbench: Pick<Workbench, 'composer'>,
  toasts: Toasts,
  comments: readonly NewComment[],
): void {
  const composer = workbench.composer.get();
  for (const comment of comments) composer.addComment(comment);
  toasts.show('info', t('Added to your next message to pi.'));
}
