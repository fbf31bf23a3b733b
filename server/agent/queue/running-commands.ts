// Extension commands that pi runs now. They appear in the queue until pi answers, so that none is lost unseen.
import type { NewMessage } from './queue-item.ts';
import type { QueueItems } from './queue-items.ts';
import type { RunStarters } from './run-starters.ts';

export class RunningCommands {
  readonly #items: QueueItems;
  readonly #runStarters: RunStarters;

  constructor(items: QueueItems, runStarters: RunStarters) {
    this.#items = items;
    this.#runStarters = runStarters;
  }

  /** Call this before an extension's command goes to pi. */
  onSend({ lane = 'steer', ...message }: NewMessage): void {
    const item = this.#items.add({ ...message, lane }, 'running');
    item.isAccepted = true;
    item.isCommand = true;
    // The command may send a message itself. That message then settles the command, but keeps its own text.
    this.#runStarters.add({ id: message.id, text: message.text, isCommand: true });
  }

  /** Removes the command, or returns it if pi refused it, because its sender no longer has its text. */
  onAnswer(id: string, error?: string): void {
    if (error === undefined) this.#runStarters.onAnswer(id);
    else this.#runStarters.remove(id);
    const item = this.#items.find(id);
    if (item?.place !== 'running') return;
    if (error === undefined) return this.#items.remove(item);
    this.#items.setPlace(item, 'returned');
    item.error = error;
  }

  /** Returns the commands that pi had not answered when it exited. */
  onPiExit(): void {
    for (const item of this.#items.all) {
      if (item.place !== 'running') continue;
      this.#items.setPlace(item, 'returned');
      item.error = 'The agent ended while it ran.';
    }
  }
}
