// Finds the author of each line of a file: a turn of the agent (by its message), the user on the page, or someone
// unknown to the journal.
import type { LineAuthor } from '../../shared/changes.ts';
import { editsBetween, linesOf } from '../../shared/hunks.ts';
import { isText, type FileState, type ReadState } from './contents/file-state.ts';
import { isDone, type History } from './journal/history.ts';
import type { ReadContent } from './undo/plan-file.ts';
import { isSameTurn } from './journal/step.ts';
import { keyOf } from './turn-list.ts';

/**
 * A state that the file had. `by`: who turned the previous state into it; null if it restores an earlier state, as an
 * undo does.
 */
interface Version {
  state: FileState;
  by: LineAuthor | null;
}

/** How many versions are compared, because each costs one comparison of lines. Older ones count as unknown. */
const MAX_VERSIONS = 400;

export interface AuthoredFile {
  path: string;
  session: string;
  current: ReadState;
}

/** Returns one author for each line of the current content, or null if that is not text. */
export async function lineAuthors(
  history: History,
  { path, session, current }: AuthoredFile,
  read: ReadContent,
): Promise<LineAuthor[] | null> {
  const owned = new OwnedLines(read, savedHashes(history, path));
  for (const { state, by } of versionsOf(history, path, session).slice(-MAX_VERSIONS))
    await owned.addState(state, by);
  return owned.addState(current.state, null, current.bytes);
}

class OwnedLines {
  readonly #read: ReadContent;
  readonly #saved: ReadonlySet<string>;
  /** By the hash of the content. Content that comes back, as after an undo, already has its authors. */
  readonly #known = new Map<string, LineAuthor[]>();
  /** Null before the first version that can be read. */
  #lines: string[] | null = null;
  #authors: LineAuthor[] = [];

  constructor(read: ReadContent, saved: ReadonlySet<string>) {
    this.#read = read;
    this.#saved = saved;
  }

  /** Continues with the next state. Returns the authors of its lines, or null if it is not text. */
  async addState(state: FileState, by: LineAuthor | null, bytes?: Buffer): Promise<LineAuthor[] | null> {
    if (state.kind === 'absent') return this.#set([], []);
    if (state.kind !== 'file') return null;
    const content = bytes ?? (await this.#read(state.hash));
    if (!content || !isText(content)) return null;
    const lines = linesOf(content.toString('latin1'));
    const known = this.#known.get(state.hash);
    if (known) return this.#set(lines, known);
    // Only saves from the page have a recorded author.
    const author = by ?? (this.#saved.has(state.hash) ? 'user' : 'unknown');
    const authors = this.#lines ? this.#join(this.#lines, lines, author) : lines.map(() => author);
    this.#known.set(state.hash, authors);
    return this.#set(lines, authors);
  }

  #join(before: readonly string[], after: readonly string[], author: LineAuthor): LineAuthor[] {
    const authors: LineAuthor[] = [];
    let from = 0;
    for (const edit of editsBetween(before, after)) {
      authors.push(...this.#authors.slice(from, edit.beforeStart));
      for (let at = edit.afterStart; at < edit.afterEnd; at++) authors.push(author);
      from = edit.beforeEnd;
    }
    return [...authors, ...this.#authors.slice(from)];
  }

  #set(lines: string[], authors: LineAuthor[]): LineAuthor[] {
    this.#lines = lines;
    return (this.#authors = authors);
  }
}

/** Returns the versions in chronological order. */
function versionsOf(history: History, path: string, session: string): Version[] {
  const turns = history.turns.get(session) ?? [];
  const steps = history.steps
    .filter((step) => step.path === path)
    .map(({ at, before, after, call, isShared }) => {
      const turn = { turn: keyOf(call.turn) };
      const isOwn = turns.some((known) => isSameTurn(known, call.turn));
      const by: LineAuthor = isShared
        ? 'unknown'
        : call.shell
          ? 'user'
          : isOwn
            ? turn
            : { ...turn, isElsewhere: true };
      return { at, before, after, by };
    });
  const undos = [...history.undos.values()].flatMap(({ at, files }) =>
    files
      .filter((file) => file.path === path && isDone(file.outcome))
      .map(({ before, after }) => ({ at, before, after, by: null })),
  );
  const saves = history.saves
    .filter((save) => save.path === path)
    .map(({ at, after }) => ({ at, before: null, after, by: 'user' as const }));
  return [...steps, ...undos, ...saves]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ before, after, by }): Version[] => [
      ...(before ? [{ state: before, by: null }] : []),
      { state: after, by },
    ]);
}

function savedHashes({ saves }: History, path: string): Set<string> {
  return new Set(
    saves.flatMap((save) => (save.path === path && save.after.kind === 'file' ? [save.after.hash] : [])),
  );
}

/** Groups successive lines by the same author. */
export function runsOf(authors: readonly LineAuthor[]): { lines: number; by: LineAuthor }[] {
  const runs: { lines: number; by: LineAuthor }[] = [];
  for (const by of authors) {
    const last = runs.at(-1);
    if (last && isSameAuthor(last.by, by)) last.lines += 1;
    else runs.push({ lines: 1, by });
  }
  return runs;
}

function isSameAuthor(a: LineAuthor, b: LineAuthor): boolean {
  const nameOf = (by: LineAuthor): string => (typeof by === 'string' ? by : by.turn);
  return nameOf(a) === nameOf(b);
}
