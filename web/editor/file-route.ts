// One file of the workspace through the server's route: bytes in, bytes out, each with its etag.
import { ApiError } from '../lib/api.ts';
import type { Agent } from '../state/agent.svelte.ts';
import type { Version } from './file-state.ts';
import { decodeLatin1, decodeText } from './text-format.ts';

export type FileAccess = Pick<Agent, 'api' | 'path'>;

export interface ReadVersion extends Version {
  /** False: shown in a guessed encoding, and never to be saved. */
  isUtf8: boolean;
}

/** Throws an ApiError for whatever the server refuses but a missing file. */
export async function readVersion(agent: FileAccess, path: string): Promise<ReadVersion | 'deleted'> {
  try {
    const response = await agent.api.fetch(routeOf(agent, path));
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = decodeText(bytes);
    return { ...(text ?? decodeLatin1(bytes)), etag: etagOf(response), isUtf8: text !== null };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return 'deleted';
    throw error;
  }
}

/** `condition`: If-Match or If-None-Match. Gives the new etag; an ApiError of status 412 when it does not hold. */
export async function writeBytes(
  agent: FileAccess,
  path: string,
  { bytes, condition }: { bytes: Uint8Array; condition: Record<string, string> },
): Promise<string> {
  const response = await agent.api.fetch(routeOf(agent, path), {
    method: 'PUT',
    body: bytes,
    headers: condition,
  });
  return etagOf(response);
}

function routeOf(agent: FileAccess, path: string): string {
  return `${agent.path}/file?path=${encodeURIComponent(path)}`;
}

function etagOf(response: Response): string {
  const etag = response.headers.get('etag');
  if (!etag) throw new Error('the panel gave a file without an ETag');
  return etag;
}
