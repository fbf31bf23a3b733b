// The panel's identity towards push services (VAPID, RFC 8292): one key pair for all panels of the user, and the header
// that is signed with it.
import { createPrivateKey, generateKeyPairSync, sign, type JsonWebKey, type KeyObject } from 'node:crypto';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ifThere } from '../lib/if-there.ts';

/** Push services use this address to contact a sender that sends too much. */
const CONTACT = 'https://www.npmjs.com/package/pi-panel';
/** How long a header is valid. RFC 8292 allows 24 hours. */
const LIFETIME_S = 12 * 60 * 60;

export interface VapidKeys {
  privateKey: KeyObject;
  /** The uncompressed point in base64url, as a browser wants it. */
  publicKey: string;
}

/** Makes keys that last as long as the panel runs. */
export function makeVapidKeys(): VapidKeys {
  return keysOf(newKey(), 'The new key');
}

/** Reads the keys, or creates them. Browsers subscribe to one key, and must subscribe again if it changes. */
export async function openVapidKeys(file: string): Promise<VapidKeys> {
  const text = await ifThere(readFile(file, 'utf8'));
  if (text !== undefined) return keysOf(JSON.parse(text) as JsonWebKey, file);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    await writeFile(file, `${JSON.stringify(newKey())}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    // Another panel of the user was faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  // The mode above is not enough if the user's umask removes bits that the owner needs.
  await chmod(file, 0o600);
  return keysOf(JSON.parse(await readFile(file, 'utf8')) as JsonWebKey, file);
}

/** `audience`: the origin of the push service. */
export function vapidHeader(
  { privateKey, publicKey }: VapidKeys,
  audience: string,
  now = Date.now(),
): string {
  const expires = Math.floor(now / 1000) + LIFETIME_S;
  const parts = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: audience, exp: expires, sub: CONTACT },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const signed = parts.join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}

function newKey(): JsonWebKey {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
}

function keysOf(jwk: JsonWebKey, file: string): VapidKeys {
  const { crv, x, y } = jwk;
  if (crv !== 'P-256' || !x || !y) throw new Error(`${file} is not a P-256 key. Remove it to get a new one.`);
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return {
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
    publicKey: point.toString('base64url'),
  };
}
