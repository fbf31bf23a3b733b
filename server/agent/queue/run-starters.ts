// Prompts that were to begin a run and so never wait, from their sending to the message that they become.
import type { Lane } from '../../../shared/view/queue.ts';

export interface Direct {
  id: string;
  text: string;
  /** It was to wait, had a run been on. */
  lane?: Lane;
}

export class RunStarters {
  #open: (Direct & { isAnswered: boolean })[] = [];

  sending(prompt: Direct): void {
    this.#open.push({ ...prompt, isAnswered: false });
  }

  /** What was answered before and never came was no message at all, but a command of an extension. */
  answered(id: string): void {
    const direct = this.#open.find((one) => one.id === id);
    if (!direct) return;
    const others = this.#open.filter((one) => !one.isAnswered && one !== direct);
    this.#open = [...others, { ...direct, isAnswered: true }];
  }

  refused(id: string): void {
    this.#open = this.#open.filter((direct) => direct.id !== id);
  }

  /** The one that pi says with this text. An expanded template is known by having been answered. */
  take(text: string): Direct | undefined {
    const direct = this.#open.find((one) => one.text === text) ?? this.#open.find((one) => one.isAnswered);
    this.#open = this.#open.filter((one) => one !== direct);
    return direct;
  }

  forget(): void {
    this.#open = [];
  }
}
