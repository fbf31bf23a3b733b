// Prompts that start a run instead of waiting in the queue. They are kept until pi delivers their messages.
import type { Lane } from '../../../shared/view/queue.ts';

export interface RunStarter {
  id: string;
  text: string;
  /** The lane in which the prompt would have waited during a run. */
  lane?: Lane;
  /** Whether it is an extension's command, which may send a message of its own. */
  isCommand?: boolean;
}

export class RunStarters {
  #open: (RunStarter & { isAnswered: boolean })[] = [];

  add(prompt: RunStarter): void {
    this.#open.push({ ...prompt, isAnswered: false });
  }

  /**
   * Marks this prompt as answered. Drops prompts that were answered before it and never delivered, because they were
   * extension commands.
   */
  onAnswer(id: string): void {
    const answered = this.#open.find((one) => one.id === id);
    if (!answered) return;
    const others = this.#open.filter((one) => !one.isAnswered && one !== answered);
    this.#open = [...others, { ...answered, isAnswered: true }];
  }

  remove(id: string): void {
    this.#open = this.#open.filter((one) => one.id !== id);
  }

  /**
   * Removes and returns the prompt that pi delivers with this text. If no prompt has the text, a template was expanded,
   * and the answered prompt is returned.
   */
  takeDelivered(text: string): RunStarter | undefined {
    const starter = this.#open.find((one) => one.text === text) ?? this.#open.find((one) => one.isAnswered);
    this.#open = this.#open.filter((one) => one !== starter);
    return starter;
  }

  clear(): void {
    this.#open = [];
  }
}
