// The file as it is on disk, read and saved to settle a conflict. It is written only over the version that was read.
import { t } from '../../language/text.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';

export interface CurrentFile {
  text: string;
  etag: string;
}

type Access = Pick<Agent, 'api' | 'path'>;

/** Throws an ApiError, or an Error for a file that is not UTF-8. */
export async function readCurrent(agent: Access, path: string): Promise<CurrentFile> {
  const response = await agent.api.fetch(routeOf(agent, path));
  const bytes = await response.arrayBuffer();
  const etag = response.headers.get('etag') ?? '';
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), etag };
  } catch {
    throw new Error(
      t('{path} is not UTF-8, so it cannot be edited here. Open it in another editor.', { path }),
    );
  }
}

/** Throws an ApiError: 412 if the file has changed since it was read. */
export async function saveCurrent(
  agent: Access,
  { path, text, etag }: CurrentFile & { path: string },
): Promise<void> {
  await agent.api.fetch(routeOf(agent, path), {
    method: 'PUT',
    body: new TextEncoder().encode(text),
    headers: { 'if-match': etag },
  });
}

function routeOf({ path }: Access, file: string): string {
  return `${path}/file?path=${encodeURIComponent(file)}`;
}
