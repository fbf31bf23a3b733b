// Images attached to a message: read from files, scaled down if they are too large, and kept below pi's limits.
import { asObject, isText } from '../../lib/persisted.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';

export interface Attachment {
  id: string;
  name: string;
  mimeType: string;
  /** Base64. */
  data: string;
  /** Size of the image, not of its base64. */
  bytes: number;
}

export function isAttachment(value: unknown): value is Attachment {
  const { id, name, mimeType, data, bytes } = asObject(value);
  return [id, name, mimeType, data].every(isText) && typeof bytes === 'number';
}

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** All images of one message together: the server accepts no more. */
export const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
/** Larger files are scaled down to MAX_PIXELS on their longer side and compressed again. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PIXELS = 2000;
const JPEG_QUALITY = 0.85;

/** Rejects with a sentence for the user if the file is not an image that models support. */
export async function readAttachment(file: File): Promise<Attachment> {
  if (!IMAGE_TYPES.includes(file.type)) {
    throw new Error(`${file.name || 'This'} is not a PNG, JPEG, GIF or WebP image.`);
  }
  const blob = file.size > MAX_BYTES ? await scaleDown(file) : file;
  return {
    id: crypto.randomUUID(),
    name: file.name || 'pasted image',
    mimeType: blob.type,
    data: await encodeBase64(blob),
    bytes: blob.size,
  };
}

/** For an image of a sent message that comes back into the draft. */
export function asAttachment({ data = '', mimeType }: ImageContent): Attachment {
  const bytes = Math.floor((data.length * 3) / 4);
  return { id: crypto.randomUUID(), name: 'image', mimeType, data, bytes };
}

export function asContent({ data, mimeType }: Attachment): ImageContent {
  return { type: 'image', data, mimeType };
}

export function totalBytes(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function scaleDown(file: File): Promise<Blob> {
  const image = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name || 'The image'} cannot be read: it may be damaged.`);
  });
  const scale = Math.min(1, MAX_PIXELS / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

async function encodeBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // In pieces: a large image would be more arguments than a function can take.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
