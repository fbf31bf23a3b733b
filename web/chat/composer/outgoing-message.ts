// A message that the user sends, from the key press until pi has accepted it. These functions are pure.
import type { PiCommand } from '../../../shared/pi/commands.ts';
import type { Lane } from '../../../shared/view/queue.ts';
import { imagesOf, type Attachment } from './draft/attachment.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { asPlainText, messageOf, withoutSent } from './draft/draft-text.ts';

/** The content of the composer at the time of the key press, and for whom it is. */
export interface OutgoingMessage {
  /** The agent that was shown. The page may show another one by the time the message is sent. */
  agent: Agent;
  text: string;
  attachments: readonly Attachment[];
  lane: Lane;
  /** Whether it is text for the model, although it begins with `!` or `/`. */
  isPlain: boolean;
  /** The session of the draft, as `Draft` names it. */
  session: string | null;
}

/** Returns the draft without the content of earlier messages that are not accepted yet. Null if nothing is left. */
export function newOutgoingMessage(
  draft: Omit<OutgoingMessage, 'lane'>,
  earlier: readonly OutgoingMessage[],
  lane: Lane,
): OutgoingMessage | null {
  let { text, attachments } = draft;
  const { agent, isPlain, session } = draft;
  for (const before of earlier) {
    text = withoutSent(before.text, text);
    attachments = attachments.filter((one) => !before.attachments.includes(one));
  }
  return text.trim() === '' && attachments.length === 0
    ? null
    : { agent, text, attachments, lane, isPlain: isPlain && text === draft.text, session };
}

export function promptOf(
  typed: string,
  attachments: readonly Attachment[],
  isPlain = false,
): Extract<PiCommand, { type: 'prompt' }> {
  const images = imagesOf(attachments);
  return {
    type: 'prompt',
    message: messageOf(isPlain ? asPlainText(typed) : typed, attachments),
    ...(images.length > 0 && { images }),
  };
}
