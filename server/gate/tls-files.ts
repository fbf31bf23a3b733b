import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';

export interface TlsTexts {
  cert: Buffer;
  key: Buffer;
}

/** Reads a certificate (chain) and its key, PEM. Throws an Error for the person at the start when they are of no use. */
export async function readTlsFiles(paths: { cert: string; key: string }): Promise<TlsTexts> {
  const [cert, key] = await Promise.all([read('--tls-cert', paths.cert), read('--tls-key', paths.key)]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    const what = `--tls-cert ${paths.cert} and --tls-key ${paths.key} cannot be used together`;
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error });
  }
  return { cert, key };
}

async function read(option: string, path: string): Promise<Buffer> {
  return readFile(path).catch((error: Error) => {
    throw new Error(`${option} ${path} cannot be read: ${error.message}`, { cause: error });
  });
}
