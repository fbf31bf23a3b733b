// Reads a file of any type and size in parts, for previews and downloads.
import { t } from '../../language/text.ts';
import type { FileAccess } from '../file/file-route.ts';

const PART_BYTES = 4 * 1024 * 1024;

/** Resolves to a blob of the media type `type`. Rejects if the file changes while it is being read. */
export async function readWhole(
  { api, path: agent }: FileAccess,
  path: string,
  { type = 'application/octet-stream', signal }: { type?: string; signal?: AbortSignal } = {},
): Promise<Blob> {
  const parts: Blob[] = [];
  let etag: string | null = null;
  for (let from = 0, size = Infinity; from < size; from += PART_BYTES) {
    const route = `${agent}/file/part?path=${encodeURIComponent(path)}&from=${from}&count=${PART_BYTES}`;
    const response = await api.fetch(route, signal ? { signal } : {});
    const version = response.headers.get('etag');
    if (etag !== null && version !== etag)
      throw new Error(t('{path} changed while it was being read. Try again.', { path }));
    etag = version;
    size = Number(response.headers.get('file-size'));
    parts.push(await response.blob());
  }
  return new Blob(parts, { type });
}
