// A message that the user wants to send, from the press of the key until pi has it. Pure.
import type { PiCommand } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import { imagesOf, type Attachment } from './draft/attachment.ts';
import { messageOf, withoutSent } from './draft/draft-text.ts';

/** The content of the composer when the key was pressed. */
export interface Wish {
  text: string;
  attachments: readonly Attachment[];
  lane: Lane;
}

/** The draft without what earlier wishes already contain; null if nothing is left. */
export function newWish(
  draft: Pick<Wish, 'text' | 'attachments'>,
  earlier: readonly Wish[],
  lane: Lane,
): Wish | null {
  let { text, attachments } = draft;
  for (const before of earlier) {
    text = withoutSent(before.text, text);
    attachments = attachments.filter((one) => !before.attachments.includes(one));
  }
  return text.trim() === '' && attachments.length === 0 ? null : { text, attachments, lane };
}

export function promptOf(
  typed: string,
  attachments: readonly Attachment[],
): Extract<PiCommand, { type: 'prompt' }> {
  const images = imagesOf(attachments);
  return {
    type: 'prompt',
    message: messageOf(typed, attachments),
    ...(images.length > 0 && { images }),
  };
}
