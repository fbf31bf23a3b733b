// Reads and saves the current file on disk to resolve a conflict. A save replaces only the version that was read.
import { t } from '../../language/text.ts';
import { decodeText, encodeText, type FormattedText } from '../../lib/format/text-format.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

export interface CurrentFile {
  /** Its text has only "\n" line endings. */
  base: FormattedText;
  etag: string;
}

type Access = Pick<Agent, 'api' | 'path'>;

/** Throws an ApiError, or an Error for a file that is not UTF-8. */
export async function readCurrent(agent: Access, path: string): Promise<CurrentFile> {
  const response = await agent.api.fetch(routeOf(agent, path));
  const base = decodeText(new Uint8Array(await response.arrayBuffer()));
  if (base) return { base, etag: response.headers.get('etag') ?? '' };
  throw new Error(t("{path} isn't UTF-8, so it can't be edited here. Open it in another editor.", { path }));
}

/**
 * Saves `text`, which has "\n" line endings, and returns the file's new ETag. Throws an ApiError with status 412 if the
 * file has changed since it was read.
 */
export async function saveCurrent(
  agent: Access,
  { path, text, base, etag }: CurrentFile & { path: string; text: string },
): Promise<string> {
  const response = await agent.api.fetch(routeOf(agent, path), {
    method: 'PUT',
    body: Uint8Array.from(encodeText(text, base)),
    headers: { 'if-match': etag },
  });
  return response.headers.get('etag') ?? '';
}

function routeOf({ path }: Access, file: string): string {
  return `${path}/file?path=${encodeURIComponent(file)}`;
}
