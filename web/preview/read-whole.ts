// Reads a file of any type in parts, for previews and downloads.
import { t } from '../language/text.ts';
import { bytes } from '../lib/format/amounts.ts';
import { nameOf } from '../lib/format/workspace-path.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';

export type FileSource = Pick<Agent, 'api' | 'path'>;

const PART_BYTES = 4 * 1024 * 1024;
/** The first part is small, so that something can be shown soon. */
const FIRST_BYTES = 1024 * 1024;

export interface FilePart {
  /** Its body is the part. */
  response: Response;
  /** Of the whole file, in bytes. */
  size: number;
}

interface PartReading {
  signal?: AbortSignal | undefined;
  /** The size of the first part, in bytes. */
  first?: number;
}

/** Reads a file from its beginning. Throws if the file changes while it is being read, or if the server refuses. */
export async function* readParts(
  { api, path: agent }: FileSource,
  path: string,
  { signal, first = FIRST_BYTES }: PartReading = {},
): AsyncGenerator<FilePart, void, undefined> {
  let etag: string | null = null;
  for (let from = 0, size = Infinity, count = first; from < size; count = PART_BYTES) {
    const route = `${agent}/file/part?path=${encodeURIComponent(path)}&from=${from}&count=${count}`;
    const response = await api.fetch(route, signal ? { signal } : {});
    const version = response.headers.get('etag');
    if (etag !== null && version !== etag)
      throw new Error(t('{path} changed while it was being read. Try again.', { path }));
    etag = version;
    size = Number(response.headers.get('file-size'));
    yield { response, size };
    from += count;
  }
}

interface Reading {
  type?: string;
  signal?: AbortSignal;
  /** In bytes. */
  most?: number;
}

/** Resolves to a blob of the media type `type`. Rejects as `readParts` throws, and for more than `most` bytes. */
export async function readWhole(
  source: FileSource,
  path: string,
  { type = 'application/octet-stream', signal, most = Infinity }: Reading = {},
): Promise<Blob> {
  const parts: Blob[] = [];
  for await (const { response, size } of readParts(source, path, { signal })) {
    if (size > most)
      throw new Error(
        t('{name} has {size}. The preview shows files of up to {most}.', {
          name: nameOf(path),
          size: bytes(size),
          most: bytes(most),
        }),
      );
    parts.push(await response.blob());
  }
  return new Blob(parts, { type });
}
