// Why a file cannot be shown as text, or could not be reached.
import { errorText } from '../../../shared/error-text.ts';
import { ApiError } from '../../lib/requests/api.ts';

export interface FileRefusal {
  message: string;
  canRetry: boolean;
  /** Perhaps it can be shown in another way. */
  isBinary: boolean;
  /** Too large for the editor. */
  isHuge: boolean;
}

/** A binary or a huge file stays one. */
const LASTING = [400, 413, 415];

export function refusalOf(error: unknown): FileRefusal {
  const status = error instanceof ApiError ? error.status : null;
  return {
    message: errorText(error),
    canRetry: status === null || !LASTING.includes(status),
    isBinary: status === 413 || status === 415,
    isHuge: status === 413,
  };
}

/** The server could not be reached. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
