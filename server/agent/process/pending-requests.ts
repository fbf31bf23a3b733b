// The commands that pi has not answered yet. All versions of pi may respond in any order.
import type { ResponseRecord } from '../../../shared/pi/commands.ts';
import type { Refusal } from '../../../shared/refusal.ts';

interface Pending {
  /** The type of the command, such as `prompt`. */
  command: string;
  onResponse: ((response: ResponseRecord) => void) | undefined;
  resolve: (response: ResponseRecord) => void;
  reject: (reason: Refusal) => void;
}

export class PendingRequests {
  /** The unanswered commands by id, oldest first. */
  readonly #pending = new Map<string, Pending>();

  /**
   * Adds a command and resolves to its response. `onResponse` is called synchronously, before pi's next record is read;
   * code that awaits the promise runs later. It is not called for a command that is rejected.
   */
  add(id: string, command: string, onResponse?: (response: ResponseRecord) => void): Promise<ResponseRecord> {
    const { promise, resolve, reject } = Promise.withResolvers<ResponseRecord>();
    // The caller may have stopped waiting, and an unhandled rejection would end the server.
    promise.catch(() => undefined);
    this.#pending.set(id, { command, onResponse, resolve, reject });
    return promise;
  }

  /** Settles the command that this response belongs to. Returns false if no command is waiting for it. */
  settle(response: ResponseRecord): boolean {
    const id = response.id ?? this.#oldestOf(response.command);
    const pending = id === undefined ? undefined : this.#pending.get(id);
    if (id === undefined || !pending) return false;
    this.#pending.delete(id);
    pending.onResponse?.(response);
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

  /**
   * Finds the oldest command of this type, for a response without an id, which pi up to 0.79.6 sends to an unknown
   * command.
   */
  #oldestOf(command: string | undefined): string | undefined {
    for (const [id, pending] of this.#pending) if (pending.command === command) return id;
    return undefined;
  }
}
