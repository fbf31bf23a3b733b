// What pi was told before it wrote its session: up to 0.87.1 the file comes with the first answer, in 1.5.2 at once.
// Until then only the panel can bring it back, whoever is killed.
import { randomUUID } from 'node:crypto';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import type { Said } from '../../../shared/view/view.ts';
import type { Message } from './queue-item.ts';

export interface UnsavedPromptsOptions {
  /** From now on pi writes what is said at once: asked before the event that is followed is folded. */
  isWritten: () => boolean;
  /** The pictures as references, for the views. */
  refer: (images: readonly ImageContent[]) => ImageContent[];
}

export class UnsavedPrompts {
  readonly #options: UnsavedPromptsOptions;
  #messages: Message[] = [];

  constructor(options: UnsavedPromptsOptions) {
    this.#options = options;
  }

  /** In the order in which they were said; the same object until something changed. */
  get messages(): readonly Message[] {
    return this.#messages;
  }

  /** To be called for each event of pi's before it is folded. `said`: which message of a person's it brings. */
  follow(event: PiEvent, said: Said | undefined): void {
    if (event.type !== 'message_end') return;
    const { message } = event;
    if (message.role === 'assistant') this.clear();
    if (message.role !== 'user' || this.#options.isWritten()) return;
    const { content, timestamp } = message;
    const images = typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
    this.#messages = [
      ...this.#messages,
      {
        id: said?.id ?? randomUUID(),
        text: said?.text ?? plainText(content),
        lane: said?.lane ?? 'steer',
        images,
        refs: this.#options.refer(images),
        at: timestamp,
      },
    ];
  }

  /** They stand in a file by now, or with whoever takes them. */
  clear(): void {
    if (this.#messages.length > 0) this.#messages = [];
  }
}
