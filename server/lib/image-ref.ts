// Names an image by its content, so that two processes find the same name for it.
import { createHash } from 'node:crypto';

export function imageRef(mimeType: string, bytes: Buffer): string {
  return createHash('sha256').update(mimeType).update(bytes).digest('hex').slice(0, 32);
}
