// Why a file cannot be shown as text, or could not be reached.
import { errorText } from '../../../shared/error-text.ts';
import { ApiError } from '../../lib/requests/api.ts';

export interface FileRefusal {
  message: string;
  canRetry: boolean;
  /** Whether the file is not text or is too large for the editor. A preview or a paged view may still show it. */
  isBinary: boolean;
  /** Whether the file is too large for the editor. */
  isHuge: boolean;
}

/** Statuses for which a retry is pointless, because a binary or a huge file stays one. */
const LASTING_STATUSES = [400, 413, 415];

export function refusalOf(error: unknown): FileRefusal {
  const status = error instanceof ApiError ? error.status : null;
  return {
    message: errorText(error),
    canRetry: status === null || !LASTING_STATUSES.includes(status),
    isBinary: status === 413 || status === 415,
    isHuge: status === 413,
  };
}

export function isUnreachable(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}
