// The prompts that pi has not saved yet. pi up to 0.87.1 writes the session file with its first answer, pi 1.5.2 at
// once. Until then only the panel can restore them if pi or the panel is killed.
import { randomUUID } from 'node:crypto';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { SentAs } from '../../../shared/view/conversation.ts';
import type { Message } from './queue-item.ts';

export interface UnsavedPromptsOptions {
  /** Whether pi saves each message at once from now on. Called before the tracked event is folded. */
  isSaved: () => boolean;
  /** The images as references, for the views. */
  toReferences: (images: readonly ImageContent[]) => ImageContent[];
}

export class UnsavedPrompts {
  readonly #options: UnsavedPromptsOptions;
  #messages: Message[] = [];

  constructor(options: UnsavedPromptsOptions) {
    this.#options = options;
  }

  /** The prompts in the order of the conversation. Returns the same array until something changes. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /**
   * Call this for each event from pi before it is folded. `delivered`: the message of the user that the event delivers, if
   * any.
   */
  trackEvent(event: PiEvent, delivered: SentAs | undefined): void {
    if (event.type !== 'message_end') return;
    const { message } = event;
    if (message.role === 'assistant') this.clear();
    if (message.role !== 'user' || this.#options.isSaved()) return;
    const { content, timestamp } = message;
    const images = typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
    this.#messages = [
      ...this.#messages,
      {
        id: delivered?.id ?? randomUUID(),
        text: delivered?.text ?? plainText(content),
        lane: delivered?.lane ?? 'steer',
        images,
        refs: this.#options.toReferences(images),
        at: timestamp,
      },
    ];
  }

  clear(): void {
    if (this.#messages.length > 0) this.#messages = [];
  }
}
