// Reads and writes a file of the workspace through the server. Each version of a file has an ETag.
import type { SaveCaution } from '../../../shared/files.ts';
import { ApiError } from '../../lib/requests/api.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import type { Version } from './file-state.ts';
import { decodeLatin1, decodeText } from '../../lib/format/text-format.ts';

export type FileAccess = Pick<Agent, 'api' | 'path'>;

const CAUTIONS: readonly SaveCaution[] = ['runs_code', 'hardlinked', 'in_place'];

/** Reads the file. Throws an ApiError if the server refuses, except for a missing file. */
export async function readVersion(agent: FileAccess, path: string): Promise<Version | 'deleted'> {
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

/** Resolves to the ETag of a file that is not read as text; null if the server does not tell. Never rejects. */
export async function readEtag(agent: FileAccess, path: string): Promise<string | null> {
  const route = `${agent.path}/file/part?count=1&path=${encodeURIComponent(path)}`;
  const response = await agent.api.fetch(route).catch(() => null);
  return response?.headers.get('etag') ?? null;
}

export interface Save {
  bytes: Uint8Array;
  /** An If-Match or If-None-Match header. */
  condition: Record<string, string>;
  /** The cautions that the user has confirmed. */
  confirmed: ReadonlySet<SaveCaution>;
}

/**
 * Writes the file and returns its new ETag. Throws an ApiError: 412 if the condition does not hold, 409 if there is a
 * caution.
 */
export async function writeBytes(
  agent: FileAccess,
  path: string,
  { bytes, condition, confirmed }: Save,
): Promise<string> {
  const response = await agent.api.fetch(routeOf(agent, path), {
    method: 'PUT',
    body: bytes,
    headers: { ...condition, ...(confirmed.size > 0 && { confirm: [...confirmed].join() }) },
  });
  return etagOf(response);
}

/** Returns the caution that the user must confirm before the server saves; undefined for any other error. */
export function cautionOf(error: unknown): SaveCaution | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return CAUTIONS.find((code) => code === error.code);
}

function routeOf(agent: FileAccess, path: string): string {
  return `${agent.path}/file?path=${encodeURIComponent(path)}`;
}

function etagOf(response: Response): string {
  const etag = response.headers.get('etag');
  if (!etag) throw new Error('The server sent a file without an ETag');
  return etag;
}
