// JSON-RPC with one program: requests and their responses, and what the program asks or tells.

/** More than a page asks at once. A server that answers nothing must not collect them without end. */
const MAX_PENDING = 200;
const METHOD_NOT_FOUND = -32601;

export interface JsonRpcOptions {
  send: (message: object) => void;
  /** Returns the result for a request of the program; undefined if its method is not known. */
  onRequest: (method: string, params: unknown) => unknown;
  onNotification: (method: string, params: unknown) => void;
}

interface Pending {
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** A request without a result: refused by the program, cancelled, too late, or because the program has ended. */
export class NoAnswer extends Error {
  readonly isLate: boolean;

  constructor(message: string, isLate = false) {
    super(message);
    this.isLate = isLate;
  }
}

export class JsonRpc {
  readonly #options: JsonRpcOptions;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  /** Why there will be no more answers. */
  #closed: string | null = null;

  constructor(options: JsonRpcOptions) {
    this.#options = options;
  }

  /** Rejects with a NoAnswer. */
  request(
    method: string,
    params: unknown,
    { timeout, signal }: { timeout: number; signal?: AbortSignal },
  ): Promise<unknown> {
    if (this.#closed !== null) return Promise.reject(new NoAnswer(this.#closed));
    if (this.#pending.size >= MAX_PENDING)
      return Promise.reject(new NoAnswer('too many requests wait for it'));
    const id = ++this.#last;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const giveUp = (error: NoAnswer): void => {
      if (!this.#settle(id)) return;
      this.notify('$/cancelRequest', { id });
      reject(error);
    };
    const late = new NoAnswer(`it did not answer within ${timeout / 1000} s`, true);
    const timer = setTimeout(() => giveUp(late), timeout);
    this.#pending.set(id, { resolve, reject, timer });
    signal?.addEventListener('abort', () => giveUp(new NoAnswer('cancelled')), { once: true });
    this.#options.send({ jsonrpc: '2.0', id, method, params });
    return promise;
  }

  notify(method: string, params: unknown): void {
    this.#options.send({ jsonrpc: '2.0', method, params });
  }

  /** Throws a SyntaxError if this is not JSON. What has no meaning is ignored. */
  receive(body: string): void {
    const message = JSON.parse(body) as unknown;
    if (typeof message !== 'object' || message === null) return;
    const { id, method, params, result, error } = message as Record<string, unknown>;
    if (typeof method !== 'string') this.#onResponse(id, result, error);
    else if (id === undefined || id === null) this.#options.onNotification(method, params);
    else this.#onRequest(id, method, params);
  }

  /** Rejects what waits, and everything from now on. */
  close(reason: string): void {
    this.#closed ??= reason;
    for (const id of [...this.#pending.keys()]) this.#settle(id)?.reject(new NoAnswer(reason));
  }

  #onRequest(id: unknown, method: string, params: unknown): void {
    const result = this.#options.onRequest(method, params);
    const error = { code: METHOD_NOT_FOUND, message: `The panel has no ${method}.` };
    this.#options.send({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) });
  }

  #onResponse(id: unknown, result: unknown, error: unknown): void {
    const pending = typeof id === 'number' ? this.#settle(id) : undefined;
    if (error === undefined || error === null) pending?.resolve(result ?? null);
    else pending?.reject(new NoAnswer(messageOf(error)));
  }

  #settle(id: number): Pending | undefined {
    const pending = this.#pending.get(id);
    clearTimeout(pending?.timer);
    this.#pending.delete(id);
    return pending;
  }
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : null;
  return typeof message === 'string' ? message : 'it failed';
}
