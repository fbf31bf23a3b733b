// Requests to the panel's server: adds the token and turns error responses into ApiErrors.
import { t, translate } from '../../language/text.ts';
import type { ErrorBody } from '../../../shared/wire.ts';

/** A request that the server refused, or that did not reach the server (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
  }
}

/** Whether the same request would always be refused, because it is wrong, or names something that does not exist. */
export function isPermanent(error: unknown): boolean {
  return error instanceof ApiError && [400, 404, 410].includes(error.status);
}

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON, except for a Uint8Array, which is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Whether the request continues after the page was closed. */
  keepalive?: boolean;
}

/** The code of the refusal, and what the header `Confirm` says. */
const PROGRAMS = 'runs_programs';

export class Api {
  /** Empty for a panel that does not need a token. */
  token: string;
  /**
   * Asks the user whether git may run the programs of a folder, with the words of the refusal. The request is then sent
   * again.
   */
  confirmPrograms: ((refusal: string) => Promise<boolean>) | null = null;

  constructor(token: string) {
    this.token = token;
  }

  /**
   * Sends a request. `path` is relative to the page, without a leading slash (`api/agents`). Throws an ApiError for
   * every response that is not 2xx. A network failure has status 0.
   */
  async fetch(path: string, options: RequestOptions = {}): Promise<Response> {
    const { method = 'GET', body, headers = {}, signal, keepalive = false } = options;
    const isBytes = body instanceof Uint8Array;
    const response = await fetch(path, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && {
          'content-type': isBytes ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
      ...(signal && { signal }),
      cache: 'no-store',
      keepalive,
    }).catch((error: unknown) => throwLost(error, signal));
    if (response.ok) return response;
    const refusal = await refusalOf(response);
    const { confirm = '' } = headers;
    const isAsked = confirm.includes(PROGRAMS);
    if (refusal.code !== PROGRAMS || isAsked || !(await this.confirmPrograms?.(refusal.message)))
      throw refusal;
    return this.fetch(path, {
      ...options,
      headers: { ...headers, confirm: confirm ? `${confirm},${PROGRAMS}` : PROGRAMS },
    });
  }

  async json<T>(path: string, options: RequestOptions = {}): Promise<T> {
    return readJson<T>(await this.fetch(path, options), options.signal);
  }
}

/** Throws an ApiError with status 0 if the connection is lost before the whole body has arrived. */
export function readJson<T>(response: Response, signal?: AbortSignal): Promise<T> {
  return response.json().catch((error: unknown) => throwLost(error, signal)) as Promise<T>;
}

function throwLost(error: unknown, signal?: AbortSignal): never {
  if (signal?.aborted) throw error;
  throw new ApiError(
    0,
    'unreachable',
    t("The panel can't be reached. What you typed is still here; try again."),
  );
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => null)) as ErrorBody | null;
  const reason = body?.error.message;
  const message = reason ? translate(reason) : t('The panel answered {status}.', { status: response.status });
  return new ApiError(response.status, body?.error.code ?? 'unknown', message);
}
