// The tokens that open the panel: the one in the printed link, and those of earlier links to the same workspace and
// port, so that open pages keep working after a restart. Only SHA-256 digests of the tokens are stored, from which no
// token can be recovered.
import { hash, timingSafeEqual } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { createToken } from './token.ts';

/** A link expires after this time without use, unless the panel that printed it is still running. */
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
/** The number of links kept. Each start of the panel adds one, and the least recently used ones are removed. */
const MAX_LINKS = 50;
/** A use is written to the file only if the last recorded use is older than this. */
const NOTE_MS = 60 * 60 * 1000;

interface Link {
  /** SHA-256 of the token, in hex. */
  digest: string;
  /** ms since 1970 */
  usedAt: number;
}

export interface LinksOptions {
  /** Whether to admit every request, because the panel listens on a socket that only the user can open. */
  isOpen?: boolean;
  /** Default: a new one. */
  token?: string;
  /** Called with every request that the token of the printed link admits. */
  onUse?: () => void;
  /** Called with the new token before it replaces all others. */
  onReplace?: (token: string) => void | Promise<void>;
  /** Called with a message for the operator when the file cannot be used. */
  onTrouble?: (words: string) => void;
}

export class Links {
  readonly #options: LinksOptions;
  #token: string;
  #printed: Link;
  #links: Link[];
  #file: string | null = null;
  /** Whether the last attempt to write the file failed, which is reported once. */
  #isBroken = false;

  constructor(options: LinksOptions = {}) {
    this.#options = options;
    this.#token = options.token ?? createToken();
    this.#printed = newLink(this.#token);
    this.#links = [this.#printed];
  }

  get isOpen(): boolean {
    return this.#options.isOpen ?? false;
  }

  /** The token of the printed link. */
  get token(): string {
    return this.#token;
  }

  /**
   * Whether the token opens the panel. Compares all digests, so that the time does not reveal how close a guess was.
   */
  admits(token: string): boolean {
    if (this.isOpen) return true;
    const given = hash('sha256', token, 'buffer');
    const now = Date.now();
    let found: Link | undefined;
    for (const link of this.#links) if (timingSafeEqual(given, Buffer.from(link.digest, 'hex'))) found = link;
    if (!found || (found !== this.#printed && now - found.usedAt >= MAX_AGE_MS)) return false;
    if (found === this.#printed) this.#options.onUse?.();
    if (now - found.usedAt >= NOTE_MS) {
      found.usedAt = now;
      this.#save();
    }
    return true;
  }

  /**
   * Admits the links in this file from now on, and adds the printed one to it. With `forget`, the links in the file end
   * instead. Blocks, so that no request is handled earlier, because a page whose token was refused does not try again.
   */
  keepIn(file: string, { forget = false } = {}): void {
    this.#file = file;
    try {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      const earlier = forget ? [] : readLinks(file);
      this.#links = [...earlier, this.#printed].slice(-MAX_LINKS);
      removeOthers(file);
    } catch (error) {
      this.#options.onTrouble?.((error as Error).message);
    }
    this.#save();
  }

  /**
   * A token that only admits reading the state of the agents. It is derived from the printed link and ends with it. The
   * link cannot be derived from the token.
   */
  get statusToken(): string {
    return statusTokenOf(this.#printed);
  }

  /** Whether this is the status token of a link that opens the panel. */
  admitsStatus(token: string): boolean {
    if (this.isOpen) return true;
    const given = hash('sha256', token, 'buffer');
    const now = Date.now();
    let isFound = false;
    for (const link of this.#links) {
      const isSame = timingSafeEqual(given, hash('sha256', statusTokenOf(link), 'buffer'));
      if (isSame && (link === this.#printed || now - link.usedAt < MAX_AGE_MS)) isFound = true;
    }
    return isFound;
  }

  /**
   * Ends every link, and returns the token of the new one. `problem`: why ended links may open the panel again after a
   * restart; null if the file has none of them.
   */
  async replaceAll(): Promise<{ token: string; problem: string | null }> {
    const token = createToken();
    await this.#options.onReplace?.(token);
    this.#token = token;
    this.#printed = newLink(token);
    this.#links = [this.#printed];
    this.#save();
    return { token, problem: this.#endStored() };
  }

  /** Makes sure that the file has no link but the printed one. Returns why it may have others. */
  #endStored(): string | null {
    const file = this.#file;
    if (file === null) return null;
    try {
      if (this.#isAlone(file)) return null;
      // The file could not be written, but it may still be possible to remove it.
      rmSync(file, { force: true });
      return null;
    } catch (error) {
      return `${file}: ${(error as Error).message}`;
    }
  }

  #isAlone(file: string): boolean {
    try {
      return readLinks(file).every(({ digest }) => digest === this.#printed.digest);
    } catch {
      // What cannot be read now may be readable at the next start.
      return false;
    }
  }

  #save(): void {
    const file = this.#file;
    if (file === null) return;
    const text = `${JSON.stringify(this.#links.toSorted((a, b) => a.usedAt - b.usedAt))}\n`;
    try {
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      // The mode above has no effect if a crash has left the file behind.
      chmodSync(`${file}.new`, 0o600);
      renameSync(`${file}.new`, file);
      this.#isBroken = false;
    } catch (error) {
      if (!this.#isBroken) this.#options.onTrouble?.((error as Error).message);
      this.#isBroken = true;
    }
  }
}

/** Returns the name of the file with the links, because a link opens only its own workspace and port. */
export function linksFile(folder: string, { workspace, port }: { workspace: string; port: number }): string {
  const digest = hash('sha256', workspace).slice(0, 16);
  return path.join(folder, `${port}-${digest}.json`);
}

function newLink(token: string): Link {
  return { digest: hash('sha256', token), usedAt: Date.now() };
}

/** Reads the links. Throws an Error for the operator if others could have written the file. */
function readLinks(file: string): Link[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return [];
  const isOwn =
    process.platform === 'win32' || ((stats.mode & 0o077) === 0 && stats.uid === process.getuid?.());
  if (!isOwn) throw new Error(`${file} could have been changed by others: delete it.`);
  const oldest = Date.now() - MAX_AGE_MS;
  return parseLinks(readFileSync(file, 'utf8')).filter(({ usedAt }) => usedAt > oldest);
}

function statusTokenOf({ digest }: Link): string {
  return hash('sha256', `pi-panel status ${digest}`, 'base64url');
}

/** An invalid file counts as empty. */
function parseLinks(text: string): Link[] {
  try {
    const links = JSON.parse(text) as unknown;
    return Array.isArray(links) ? links.filter(isLink) : [];
  } catch {
    return [];
  }
}

function isLink(value: unknown): value is Link {
  const { digest, usedAt } = (value ?? {}) as Partial<Link>;
  return typeof digest === 'string' && /^[0-9a-f]{64}$/.test(digest) && typeof usedAt === 'number';
}

/** Removes the files of ports and workspaces whose links have all expired. */
function removeOthers(own: string): void {
  for (const name of readdirSync(path.dirname(own))) {
    const file = path.join(path.dirname(own), name);
    const stats = file === own ? undefined : statSync(file, { throwIfNoEntry: false });
    if (stats && Date.now() - stats.mtimeMs > MAX_AGE_MS) rmSync(file, { force: true });
  }
}
