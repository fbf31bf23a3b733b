// Text as base64 in UTF-8, and back.
import type { Base64 } from '../../../shared/exported-secrets.ts';

export const BASE64: Base64 = {
  decode: (base64) => new TextDecoder().decode(Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))),
  encode(text) {
    let binary = '';
    for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
    return btoa(binary);
  },
};
