import { Refusal } from '../../shared/refusal.ts';
import type { Root } from './inside.ts';
import { currentEtag } from './read-file.ts';

/** The request's headers as they came. Exactly one is needed. */
export interface Precondition {
  /** The etag of the version that the new one replaces. */
  ifMatch?: string | undefined;
  /** `*`: there must be no file yet. */
  ifNoneMatch?: string | undefined;
}

/** The etag that the file has to have, undefined when there must be no file. Refusal 428 without either. */
export function expectedEtag({ ifMatch, ifNoneMatch }: Precondition): string | undefined {
  if (ifMatch === undefined && ifNoneMatch === '*') return undefined;
  // `If-Match: *` would be "whatever is there", the very overwriting that the header is asked for against.
  if (ifMatch !== undefined && ifMatch !== '*' && ifNoneMatch === undefined) return ifMatch;
  throw new Refusal(
    428,
    'precondition_required',
    'Send If-Match with the ETag of the version that is replaced, or If-None-Match: * for a new file.',
  );
}

/** Refusal 412 with the current etag unless the file at `path` is as `expected`. */
export async function checkVersion(root: Root, path: string, expected: string | undefined): Promise<void> {
  const current = await currentEtag(root, path);
  if (current === expected) return;
  const message = `${JSON.stringify(path)} ${difference(current, expected)}. Nothing was saved.`;
  throw new Refusal(412, 'changed', message).with(current === undefined ? {} : { ETag: current });
}

function difference(current: string | undefined, expected: string | undefined): string {
  if (current === undefined) return 'is not there any more';
  return expected === undefined ? 'exists already' : 'was changed meanwhile';
}
