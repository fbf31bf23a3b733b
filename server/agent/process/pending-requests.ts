// The commands that pi has not answered yet. It answers them in any order (all versions).
import type { ResponseRecord } from '../../../shared/pi/commands.ts';
import type { Refusal } from '../../../shared/refusal.ts';

interface Pending {
  command: string;
  onAnswer: ((response: ResponseRecord) => void) | undefined;
  resolve: (response: ResponseRecord) => void;
  reject: (reason: Refusal) => void;
}

export class PendingRequests {
  /** The open requests by id, oldest first. */
  readonly #pending = new Map<string, Pending>();

  /** `onAnswer` is called at once, the promise settles later. */
  add(id: string, command: string, onAnswer?: (response: ResponseRecord) => void): Promise<ResponseRecord> {
    const { promise, resolve, reject } = Promise.withResolvers<ResponseRecord>();
    // The caller may have stopped waiting: an unhandled rejection must not end the server.
    promise.catch(() => undefined);
    this.#pending.set(id, { command, onAnswer, resolve, reject });
    return promise;
  }

  /** False if no command waits for this response. */
  settle(response: ResponseRecord): boolean {
    const id = response.id ?? this.#oldestOf(response.command);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || !pending) return false;
    this.#pending.delete(id);
    pending.onAnswer?.(response);
    pending.resolve(response);
    return true;
  }

  reject(id: string, reason: Refusal): void {
    this.#pending.get(id)?.reject(reason);
    this.#pending.delete(id);
  }

  rejectAll(reason: Refusal): void {
    for (const id of this.#pending.keys()) this.reject(id, reason);
  }

  /** pi up to 0.79.6 answers an unknown command without its id. */
  #oldestOf(command: string | undefined): string | undefined {
    for (const [id, pending] of this.#pending) if (pending.command === command) return id;
    return undefined;
  }
}
