// A scripted GitHub CLI: it records its calls and what it was given, and uses no network.
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SCRIPT = `#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/calls"
case "$1 $2" in
  "auth status")
    if [ -e "$here/signed-out" ]; then echo "You are not logged into any GitHub hosts." >&2; exit 1; fi
    echo "github.com"
    echo "  ✓ Logged in to github.com account octocat (keyring)" ;;
  "gist create")
    if [ -e "$here/refuses" ]; then echo "HTTP 401: Bad credentials" >&2; exit 1; fi
    cp "$4" "$here/sent"
    basename "$4" > "$here/name"
    echo "https://gist.github.com/octocat/0123abcd" ;;
esac
`;

export class GithubCli {
  /** Put it in front of PATH. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async create(): Promise<GithubCli> {
    const cli = new GithubCli(await mkdtemp(path.join(tmpdir(), 'pi-panel-gh-')));
    await cli.install();
    return cli;
  }

  async install(): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeFile(this.#file('gh'), SCRIPT);
    await chmod(this.#file('gh'), 0o755);
  }

  uninstall(): Promise<void> {
    return rm(this.#file('gh'), { force: true });
  }

  /** Makes it act as if the user was not signed in, or as if GitHub refused. */
  async set(state: 'signed-out' | 'refuses' | null): Promise<void> {
    for (const one of ['signed-out', 'refuses']) await rm(this.#file(one), { force: true });
    if (state !== null) await writeFile(this.#file(state), '');
  }

  /** The file that became a gist; null before there is one. */
  async sent(): Promise<{ name: string; text: string } | null> {
    const read = (name: string): Promise<string> => readFile(this.#file(name), 'utf8');
    try {
      return { name: (await read('name')).trim(), text: await read('sent') };
    } catch {
      return null;
    }
  }

  /** Forgets what became a gist. */
  forget(): Promise<void> {
    return rm(this.#file('name'), { force: true });
  }

  async calls(): Promise<string[]> {
    return (await readFile(this.#file('calls'), 'utf8')).trim().split('\n');
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  #file(name: string): string {
    return path.join(this.folder, name);
  }
}
