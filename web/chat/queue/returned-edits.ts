// What becomes of a queued message's text that is being edited when the message is delivered.
import { untrack } from 'svelte';
import { t } from '../../language/text.ts';
import type { Queue } from '../../../shared/view/queue.ts';
import type { Draft } from '../composer/draft/draft.svelte.ts';
import type { QueueControl } from './queue-control.svelte.ts';

/**
 * Must be called with each queue, from an effect. Moves the edited text into the draft of its session: the queue may
 * also be another one, because the user shows another agent or session.
 */
export function returnLostEdits(
  control: Pick<QueueControl, 'endLostEdits'>,
  queue: Queue,
  draft: Draft,
): void {
  const edits = control.endLostEdits(queue);
  untrack(() => {
    for (const { text, session } of edits) {
      const own = draft.at(session);
      own.append(text);
      own.note = t('The message was delivered before you saved it. Your edited text is here.');
    }
  });
}
