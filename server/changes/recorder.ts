// Records what the tools of one pi do to files: the content before and after a tool runs. Runs inside pi, on the
// machine that has the files. Its cost depends on what a tool touches, not on the size of the workspace.
import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BlobStore } from './contents/blob-store.ts';
import type { ChangesFolder } from './journal/changes-folder.ts';
import { ABSENT, readState } from './contents/file-state.ts';
import { FoundChanges, type Marked } from './found-changes.ts';
import { JournalWriter, type Changed, type Turn } from './journal/journal.ts';
import { parentOf } from '../workspace/workspace-path.ts';

export interface StartedCall {
  session: string;
  turn: Turn;
  call: string;
  tool: string;
  /** The only file that the tool changes, as the model named it; absent for tools that may change any file. */
  path?: string | undefined;
  /** What the tool was asked to do, in which names of files may occur. */
  text?: string | undefined;
}

const LIMITS = {
  /** How long the first command waits for the workspace to be read completely. */
  startMs: 1500,
  /**
   * The most files of one command whose contents are read. More would take long, for instance after a checkout of
   * another branch.
   */
  files: 2000,
  /** During a command that takes this long, the user may well write to a file, too. */
  longMs: 500,
};

interface OpenCall extends StartedCall {
  /** The relative path and its earlier state, if the tool declared its file. */
  file: { path: string; before: Marked; missingFolders: string[] } | null;
  gap: string | null;
  startedAt: number;
  /** A moment before the earlier contents were read. */
  readFrom: number;
  /** Settles when the beginning is recorded. */
  begun: Promise<void>;
}

export class Recorder {
  readonly #workspace: string;
  readonly #limits: typeof LIMITS;
  readonly #journal: JournalWriter;
  readonly #found: FoundChanges;
  readonly #open = new Map<string, OpenCall>();

  /** `workspace`: absolute, without links. */
  constructor(workspace: string, folder: ChangesFolder, limits: Partial<typeof LIMITS> = {}) {
    this.#workspace = workspace;
    this.#limits = { ...LIMITS, ...limits };
    this.#journal = new JournalWriter(folder.journal);
    this.#found = new FoundChanges(workspace, {
      store: new BlobStore(folder.blobs),
      maxFiles: this.#limits.files,
      // While a command runs, the change may be the command's own, which is recorded when it ends.
      isOpen: () => [...this.#open.values()].some(({ path: declared }) => declared === undefined),
    });
  }

  /** Reads the workspace ahead of the first command, while the model thinks. */
  warm(): Promise<void> {
    return this.#found.warm();
  }

  /** Records the turns of the session's current branch. `origin`: the session from which it was forked just now. */
  async branch(session: string, turns: Turn[], origin?: string): Promise<void> {
    await this.#journal.append({ type: 'branch', session, turns, ...(origin !== undefined && { origin }) });
  }

  /** Resolves when the contents before the tool run are stored, so that the tool may run. */
  begin(started: StartedCall): Promise<void> {
    const open: OpenCall = {
      ...started,
      file: null,
      gap: null,
      startedAt: Date.now(),
      readFrom: Date.now(),
      begun: Promise.resolve(),
    };
    this.#open.set(started.call, open);
    open.begun = this.#recordBeginning(open);
    return open.begun;
  }

  async #recordBeginning(open: OpenCall): Promise<void> {
    if (open.path !== undefined) open.file = await this.#readDeclared(open.path);
    else open.gap = await this.#readAll(open);
    const { session, turn, call, tool, file, gap, readFrom: from } = open;
    await this.#journal.append({
      type: 'call',
      session,
      turn,
      call,
      tool,
      from,
      files: file ? [{ path: file.path, before: file.before.state }] : [],
      ...(gap && { gap }),
    });
  }

  /**
   * Records the end of a call. Resolves to whether files have changed. Does nothing for a call that has not begun or
   * has ended.
   */
  async end(call: string): Promise<boolean> {
    const open = this.#open.get(call);
    if (!open) return false;
    // If `begin` failed, its caller already has the error.
    await Promise.allSettled([open.begun]);
    if (!this.#open.delete(call)) return false;
    const { session, file } = open;
    const { files, gap } = file ? await this.#endDeclared(file) : await this.#endAny(open);
    await this.#journal.append({ type: 'result', session, call, files, ...(gap && { gap }) });
    return files.length > 0;
  }

  async close(): Promise<void> {
    this.#found.close();
    await this.#journal.close();
  }

  async #readDeclared(asked: string): Promise<OpenCall['file']> {
    const name = await this.#resolve(asked);
    const before = await this.#found.read(name);
    return { path: name, before, missingFolders: await this.#missingFolders(name) };
  }

  /** Returns the folders that a tool has to make before it can write this file, outermost first. */
  async #missingFolders(name: string): Promise<string[]> {
    const missing: string[] = [];
    if (path.isAbsolute(name)) return missing;
    for (let folder = parentOf(name); folder !== ''; folder = parentOf(folder)) {
      const { state } = await readState(path.join(this.#workspace, folder));
      if (state.kind !== 'absent') break;
      missing.unshift(folder);
    }
    return missing;
  }

  async #endDeclared({
    path: name,
    before,
    missingFolders,
  }: NonNullable<OpenCall['file']>): Promise<{ files: Changed[]; gap?: string }> {
    const after = await this.#found.read(name);
    // pi announces all calls of a batch before the first of them runs, so the next call on this file begins here.
    for (const { file: other } of this.#open.values()) if (other?.path === name) other.before = after;
    const files: Changed[] = [];
    for (const folder of missingFolders) {
      const made = await this.#found.read(folder);
      if (made.state.kind === 'folder') files.push({ path: folder, before: ABSENT, after: made.state });
    }
    if (after.mark !== before.mark) files.push({ path: name, before: before.state, after: after.state });
    return { files };
  }

  /**
   * Reads the workspace, and notes when. Returns what will not be recorded, as a sentence for the user, or null if
   * everything will be.
   */
  async #readAll(open: OpenCall): Promise<string | null> {
    const late = wait(this.#limits.startMs, false, { ref: false });
    const isWarm = await Promise.race([this.warm().then(() => true), late]);
    if (!isWarm) return 'A command started before the workspace was read to the end.';
    const { tree } = this.#found;
    await Promise.race([tree.settle(), late]);
    await this.#found.refresh();
    open.readFrom = Date.now();
    await this.#found.skip();
    return tree.coverageGap;
  }

  async #endAny({ text = '', startedAt }: OpenCall): Promise<{ files: Changed[]; gap?: string }> {
    const isLong = Date.now() - startedAt >= this.#limits.longMs;
    const { files, gaps } = await this.#found.take({ from: startedAt, doubted: { text, isLong } });
    return { files, ...(gaps.length > 0 && { gap: gaps.join(' ') }) };
  }

  /**
   * Returns a path relative to the workspace if it is inside, without links. Resolves paths like pi's tools (in pi
   * 0.73.1 to 1.5.2).
   */
  async #resolve(asked: string): Promise<string> {
    const plain = asked.replace(/^@/, '').replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ');
    const home = plain === '~' || plain.startsWith('~/') ? path.join(homedir(), plain.slice(1)) : plain;
    const real = await realPathOf(path.resolve(this.#workspace, home));
    const relative = path.relative(this.#workspace, real);
    const isInside =
      relative !== '' &&
      relative !== '..' &&
      !relative.startsWith(`..${path.sep}`) &&
      !path.isAbsolute(relative);
    return isInside ? relative.split(path.sep).join('/') : real;
  }
}

/** Resolves the links in a path, even if the file does not exist yet. */
async function realPathOf(absolute: string): Promise<string> {
  const missing: string[] = [];
  for (let existing = absolute; ; existing = path.dirname(existing)) {
    try {
      return path.join(await realpath(existing), ...missing);
    } catch {
      if (existing === path.dirname(existing)) return absolute;
      missing.unshift(path.basename(existing));
    }
  }
}
