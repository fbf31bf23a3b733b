// Encrypts a push message for one browser (RFC 8291, aes128gcm of RFC 8188), so that the push service sees neither the
// text nor its length.
import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const RECORD_SIZE = 4096;
/** Every message is padded to a multiple of this. */
const PADDED_TO = 1024;
/** The longest message. A push service accepts 4096 bytes, and header, tag and padding take the rest. */
export const MAX_MESSAGE = 3 * PADDED_TO - 1;

export interface BrowserKeys {
  /** The browser's public key: 65 bytes in base64url. */
  p256dh: string;
  /** 16 secret bytes in base64url. */
  auth: string;
}

/** Whether encrypting would work with these keys. It does with all keys that browsers make. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false;
  try {
    newKey().computeSecret(Buffer.from(p256dh, 'base64url'));
    return true;
  } catch {
    // The key is not a point of the curve.
    return false;
  }
}

/** Returns the body of a request to the push service. `fixed`: values for the test vector of the RFC. */
export function encrypt(
  text: string,
  { p256dh, auth }: BrowserKeys,
  fixed?: { salt: Buffer; key: ECDH; isPadded: boolean },
): Buffer {
  const { salt, key, isPadded } = fixed ?? { salt: randomBytes(16), key: newKey(), isPadded: true };
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = key.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(key.computeSecret(theirs), {
    salt: Buffer.from(auth, 'base64url'),
    info,
    length: 32,
  });
  const expand = (name: string, length: number): Buffer =>
    derive(secret, { salt, info: Buffer.from(`Content-Encoding: ${name}\0`), length });
  const cipher = createCipheriv('aes-128-gcm', expand('aes128gcm', 16), expand('nonce', 12));
  // 2 ends the last record. Everything after it is padding.
  const plain = Buffer.concat([Buffer.from(text), Buffer.of(2)]);
  const padding = Buffer.alloc(isPadded ? -plain.length & (PADDED_TO - 1) : 0);
  const header = Buffer.concat([salt, Buffer.alloc(4), Buffer.of(ours.length), ours]);
  header.writeUInt32BE(RECORD_SIZE, salt.length);
  return Buffer.concat([
    header,
    cipher.update(plain),
    cipher.update(padding),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

function newKey(): ECDH {
  const key = createECDH(CURVE);
  key.generateKeys();
  return key;
}

function derive(key: Buffer, { salt, info, length }: { salt: Buffer; info: Buffer; length: number }): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, length));
}
