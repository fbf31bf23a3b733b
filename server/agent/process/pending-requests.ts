import type { ResponseRecord } from '../../../shared/pi/commands.ts';
import type { Refusal } from '../../../shared/refusal.ts';

interface Pending {
  command: string;
  onAnswer: ((response: ResponseRecord) => void) | undefined;
  resolve(response: ResponseRecord): void;
  reject(reason: Refusal): void;
}

/** The commands that pi has not answered yet, oldest first. Answers come in any order (all versions). */
export class PendingRequests {
  readonly #open = new Map<string, Pending>();

  /** `onAnswer` is called at once, the promise is settled later. */
  add(id: string, command: string, onAnswer?: (response: ResponseRecord) => void): Promise<ResponseRecord> {
    const { promise, resolve, reject } = Promise.withResolvers<ResponseRecord>();
    // Whoever asked may have stopped listening: a rejection nobody awaits must not end the server.
    promise.catch(() => undefined);
    this.#open.set(id, { command, onAnswer, resolve, reject });
    return promise;
  }

  /** False when nothing waits for this answer. */
  settle(response: ResponseRecord): boolean {
    const id = response.id ?? this.#oldestOf(response.command);
    const pending = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || !pending) return false;
    this.#open.delete(id);
    pending.onAnswer?.(response);
    pending.resolve(response);
    return true;
  }

  reject(id: string, reason: Refusal): void {
    this.#open.get(id)?.reject(reason);
    this.#open.delete(id);
  }

  rejectAll(reason: Refusal): void {
    for (const id of this.#open.keys()) this.reject(id, reason);
  }

  /** pi up to 0.79.6 answers an unknown command without its id. */
  #oldestOf(command: string | undefined): string | undefined {
    for (const [id, pending] of this.#open) if (pending.command === command) return id;
    return undefined;
  }
}
