// Pictures on their way to the model: read, made smaller where they are too large, and kept below pi's limits.
import { asObject, isText } from '../../lib/persisted.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';

export interface Attachment {
  id: string;
  name: string;
  mimeType: string;
  /** Base64. */
  data: string;
  /** Of the picture, not of its base64. */
  bytes: number;
}

export function isAttachment(value: unknown): value is Attachment {
  const { id, name, mimeType, data, bytes } = asObject(value);
  return [id, name, mimeType, data].every(isText) && typeof bytes === 'number';
}

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Of all pictures of one message: what the server takes. */
export const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
/** Larger files are drawn anew, with this many pixels at most on their longer side. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PIXELS = 2000;
const JPEG_QUALITY = 0.85;

/** Rejects with a sentence for the person when the file is no picture that a model can see. */
export async function readAttachment(file: File): Promise<Attachment> {
  if (!IMAGE_TYPES.includes(file.type)) {
    throw new Error(`${file.name || 'This'} is not a PNG, JPEG, GIF or WebP picture.`);
  }
  const blob = file.size > MAX_BYTES ? await smaller(file) : file;
  return {
    id: crypto.randomUUID(),
    name: file.name || 'pasted picture',
    mimeType: blob.type,
    data: await base64(blob),
    bytes: blob.size,
  };
}

/** A picture that comes back with the message that it was sent with. */
export function asAttachment({ data = '', mimeType }: ImageContent): Attachment {
  const bytes = Math.floor((data.length * 3) / 4);
  return { id: crypto.randomUUID(), name: 'picture', mimeType, data, bytes };
}

export function asContent({ data, mimeType }: Attachment): ImageContent {
  return { type: 'image', data, mimeType };
}

export function totalBytes(attachments: readonly Attachment[]): number {
  return attachments.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function smaller(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(`${file.name || 'The picture'} cannot be read: it may be damaged.`);
  });
  const scale = Math.min(1, MAX_PIXELS / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale));
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: JPEG_QUALITY });
}

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let binary = '';
  // As one call, a large picture would be more arguments than a function takes.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}
