// A message that the user sends, from the key press until pi has accepted it. These functions are pure.
import type { PiCommand } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import { imagesOf, type Attachment } from './draft/attachment.ts';
import { messageOf, withoutSent } from './draft/draft-text.ts';

/** The content of the composer at the time of the key press. */
export interface OutgoingMessage {
  text: string;
  attachments: readonly Attachment[];
  lane: Lane;
}

/** Returns the draft without the content of earlier messages that are not accepted yet. Null if nothing is left. */
export function newOutgoingMessage(
  draft: Pick<OutgoingMessage, 'text' | 'attachments'>,
  earlier: readonly OutgoingMessage[],
  lane: Lane,
): OutgoingMessage | null {
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
