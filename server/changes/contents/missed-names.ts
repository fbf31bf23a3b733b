// The files and folders that were changed, but whose changes are not recorded.
import { showName } from '../../workspace/byte-names.ts';

/** How many names are said. */
const SHOWN = 5;

export class MissedNames {
  #ignored = new Set<string>();
  #unreadable = new Set<string>();
  #git = new Set<string>();

  /** `name`: relative to the workspace, with a slash at the end for a folder. */
  addIgnored(name: string): void {
    // A name that is not UTF-8 cannot be recorded either, and that is the reason to say.
    if (name.isWellFormed()) this.#ignored.add(name);
    else this.#unreadable.add(name);
  }

  /** `name`: as `nameFromBytes` makes it. */
  addUnreadable(name: string): void {
    this.#unreadable.add(name);
  }

  /** `name`: that of the folder in which a repository has its data, or of the file that names it. */
  addGit(name: string): void {
    this.#git.add(name);
  }

  /** Returns sentences for the user about the names since the last call, or null if there are none. */
  takeSentences(): string | null {
    const [ignored, unreadable] = [nameSome(this.#ignored), nameSome(this.#unreadable)];
    const git = nameSome(this.#git);
    this.#ignored = new Set();
    this.#unreadable = new Set();
    this.#git = new Set();
    const sentences = [
      ...(ignored === '' ? [] : [`Not recorded (ignored by git): ${ignored}.`]),
      ...(unreadable === '' ? [] : [`Not recorded (names that are not UTF-8): ${unreadable}.`]),
      ...(git === '' ? [] : [`Not recorded (data of git): ${git}.`]),
    ];
    return sentences.length > 0 ? sentences.join(' ') : null;
  }
}

export function nameSome(names: Iterable<string>): string {
  const all = [...names].toSorted().map(showName);
  const rest = all.length - SHOWN;
  return all.slice(0, SHOWN).join(', ') + (rest > 0 ? ` (+${rest})` : '');
}
