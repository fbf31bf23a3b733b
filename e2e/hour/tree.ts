// Reads a folder byte for byte, and finds out whether git's own files were touched.
import { watch } from 'node:fs';
import { chmod, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Maps the path of each file outside `.git` to `<mode> <bytes in latin1>`. */
export type Tree = Record<string, string>;

export async function readTree(root: string): Promise<Tree> {
  const tree: Tree = {};
  for (const name of await filesIn(root)) {
    const { mode } = await lstat(path.join(root, name));
    tree[name] = `${(mode & 0o777).toString(8)} ${await readFile(path.join(root, name), 'latin1')}`;
  }
  return tree;
}

/** Makes the folder contain exactly these files. */
export async function putTree(root: string, tree: Tree): Promise<void> {
  const now = await readTree(root);
  for (const name of Object.keys(now)) if (!(name in tree)) await rm(path.join(root, name));
  for (const [name, file] of Object.entries(tree)) {
    if (now[name] === file) continue;
    const at = file.indexOf(' ');
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), file.slice(at + 1), 'latin1');
    await chmod(path.join(root, name), parseInt(file.slice(0, at), 8));
  }
}

async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('.git/'))
    .sort();
}

/** Watches a `.git` folder, except while the user runs git. */
export class GitWatch {
  /** The names of files that anything else wrote, created or removed. */
  readonly touched: string[] = [];
  readonly #folder: string;
  #watcher: ReturnType<typeof watch> | null = null;
  #stamps = '';

  /** `folder`: the `.git` folder. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  async start(): Promise<void> {
    this.#stamps = await this.#readStamps();
    this.#watcher = watch(this.#folder, { recursive: true }, (_event, name) =>
      this.touched.push(name ?? '?'),
    );
  }

  async stop(): Promise<void> {
    // Lets Node read the events that the kernel has queued.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    this.#watcher?.close();
    this.#watcher = null;
    if ((await this.#readStamps()) !== this.#stamps) this.touched.push('a time, a size or an inode');
  }

  async #readStamps(): Promise<string> {
    const names = await readdir(this.#folder, { recursive: true });
    const stamps = await Promise.all(
      names.map(async (name) => {
        const { size, mtimeNs, ctimeNs, ino } = await lstat(path.join(this.#folder, name), { bigint: true });
        return `${name} ${size} ${mtimeNs} ${ctimeNs} ${ino}`;
      }),
    );
    return stamps.sort().join('\n');
  }
}
