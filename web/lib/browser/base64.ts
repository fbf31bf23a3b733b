// Bytes and text (in UTF-8) as base64, and back.
import type { Base64 } from '../../../shared/exported-secrets.ts';

/** Browsers have it since 2025; TypeScript 6 knows it as ESNext. */
type WithBase64 = Partial<Record<'fromBase64', (base64: string) => Uint8Array<ArrayBuffer>>>;

/** Throws if the text is not base64. Its padding may be missing. */
export function bytesOfBase64(base64: string): Uint8Array<ArrayBuffer> {
  const native = Uint8Array as WithBase64;
  if (native.fromBase64) return native.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  // `Uint8Array.from` would call a function for each of what may be very many bytes.
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export const BASE64: Base64 = {
  decode: (base64) => new TextDecoder().decode(bytesOfBase64(base64)),
  encode(text) {
    let binary = '';
    for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
    return btoa(binary);
  },
};
