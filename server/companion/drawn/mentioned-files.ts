// The files that `@` completes in an extension's editor. pi searches them with the program fd, which may be missing.
import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** The most files that are searched. */
const MAX_FILES = 20_000;
const MAX_ITEMS = 20;
/** How long a list is used, so that not every typed letter reads the folder. */
const FRESH_MS = 5000;
const SKIPPED = new Set(['node_modules', '.git', '.hg', '.svn', '.cache', '.venv', '__pycache__']);

interface FileItem {
  value: string;
  label: string;
  description: string;
}

export class MentionedFiles {
  readonly #folder: string;
  #files: Promise<string[]> | null = null;
  #readAt = -Infinity;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Returns the files and folders that match best, and the text to be replaced. Null if `before` mentions none. */
  async complete(before: string): Promise<{ items: FileItem[]; prefix: string } | null> {
    const prefix = /(?:^|\s)(@\S*)$/.exec(before)?.[1];
    if (prefix === undefined) return null;
    const typed = prefix.slice(1).toLowerCase();
    const found = (await this.#list())
      .map((file) => ({ file, score: scoreOf(file.toLowerCase(), typed) }))
      .filter(({ score }) => score < NO_MATCH)
      .toSorted((a, b) => a.score - b.score || a.file.length - b.file.length)
      .slice(0, MAX_ITEMS);
    const items = found.map(({ file }) => ({
      value: /\s/.test(file) ? `@"${file}"` : `@${file}`,
      label: `${path.basename(file)}${file.endsWith('/') ? '/' : ''}`,
      description: file,
    }));
    return items.length > 0 ? { items, prefix } : null;
  }

  #list(): Promise<string[]> {
    const now = performance.now();
    if (!this.#files || now - this.#readAt > FRESH_MS) {
      this.#readAt = now;
      this.#files = listFiles(this.#folder);
    }
    return this.#files;
  }
}

/** Lists paths relative to the folder, those of folders with a slash at the end, nearest first. */
async function listFiles(folder: string): Promise<string[]> {
  const files: string[] = [];
  const open = [''];
  for (let next = open.shift(); next !== undefined && files.length < MAX_FILES; next = open.shift()) {
    const entries = await readdir(path.join(folder, next), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (SKIPPED.has(entry.name)) continue;
      const name = next + entry.name;
      if (entry.isDirectory()) open.push(`${name}/`);
      files.push(entry.isDirectory() ? `${name}/` : name);
    }
  }
  return files;
}

const NO_MATCH = 4;

function scoreOf(file: string, typed: string): number {
  const name = path.basename(file);
  if (name.startsWith(typed)) return 0;
  if (name.includes(typed)) return 1;
  if (file.includes(typed)) return 2;
  let at = 0;
  for (const character of file) if (character === typed[at]) at += 1;
  return at === typed.length ? 3 : NO_MATCH;
}
