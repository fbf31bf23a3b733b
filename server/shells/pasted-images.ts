// The images that a user pastes into a shell. Programs there take paths, so the images become files, until the shell is
// closed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';

/** How each kind of image begins, as Latin-1. */
const KINDS: readonly [ending: string, start: string][] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpg', '\xff\xd8\xff'],
  ['gif', 'GIF8'],
  ['webp', 'RIFF'],
];
const MAX_IMAGES = 100;

export class PastedImages {
  #folder: Promise<string> | null = null;
  #count = 0;

  /** Resolves to the path of the new file. Rejects with a Refusal. */
  async add(bytes: Buffer): Promise<string> {
    const start = bytes.subarray(0, 16).toString('latin1');
    const kind = KINDS.find(
      ([ending, sign]) => start.startsWith(sign) && (ending !== 'webp' || start.includes('WEBP')),
    );
    if (!kind) throw new Refusal(415, 'no_image', 'body: must be a PNG, JPEG, GIF or WebP image.');
    if (this.#count >= MAX_IMAGES)
      throw new Refusal(
        409,
        'too_many_images',
        `${MAX_IMAGES} images were pasted into this shell. Open another one.`,
      );
    this.#count += 1;
    const name = `image-${this.#count}.${kind[0]}`;
    const file = path.join(await (this.#folder ??= mkdtemp(path.join(tmpdir(), 'pi-panel-images-'))), name);
    await writeFile(file, bytes, { mode: 0o600, flag: 'wx' });
    return file;
  }

  async close(): Promise<void> {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true });
  }
}
