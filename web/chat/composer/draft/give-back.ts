// Puts messages that the user wrote earlier back into the draft.
import type { TakenMessage } from '../../../../shared/wire.ts';
import { asAttachment } from './attachment.ts';
import type { Draft } from './draft.svelte.ts';

/** Puts messages that were queued but not delivered into the draft. */
export function giveBack(draft: Draft, messages: readonly TakenMessage[]): void {
  const images = messages.flatMap((message) => message.images.map(asAttachment));
  draft.prepend(
    messages.map(({ text }) => text),
    images,
  );
}
