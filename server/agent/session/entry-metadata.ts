// What the panel knows of rows of the conversation and pi's session files do not say: as what a message was typed and
// how it came, and under which id a command of the person's ran. One bounded file for all sessions, since a row stays
// what it is in a fork and a clone, and for another panel. pi's files are not touched.
import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as v from 'valibot';
import { errorText } from '../../../shared/error-text.ts';
import type { BashExecutionMessage, UserMessage } from '../../../shared/pi/messages.ts';
import { plainText } from '../../../shared/view/history.ts';
import { LANE_NAMES, laneNamed } from '../../../shared/view/queue.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Said, View } from '../../../shared/view/view.ts';
import { replaceTextFile } from '../../lib/replace-text-file.ts';

/** Characters of all notes together; when there are more, the older half goes. */
const MAX_SIZE = 2 * 1024 * 1024;
/** Of a longer text the beginning tells it from others. Less than a view cuts, so that both look the same there. */
const TOLD_BY = 64 * 1024;
/** pi stamps a command when it has ended, the panel when it hears of that (0.73.1 to 1.5.2): ms between the two. */
const BASH_APART = 10_000;

const note = v.object({
  /** Names the row, together with `at`. */
  row: v.string(),
  /** ms since 1970 */
  at: v.number(),
  said: v.optional(
    v.object({
      id: v.string(),
      text: v.optional(v.string()),
      lane: v.optional(v.pipe(v.picklist(LANE_NAMES), v.transform(laneNamed))),
    }),
  ),
  call: v.optional(v.string()),
});
type Note = v.InferOutput<typeof note>;

export interface RowNotesOptions {
  /** Absolute. Null: the notes do not outlive this process. */
  file: string | null;
  /** Called once, when nothing can be written there. */
  onTrouble: (words: string) => void;
  /** Default: `MAX_SIZE`. */
  maxSize?: number;
}

export class EntryMetadata {
  readonly #options: RowNotesOptions;
  #notes: Note[] = [];
  #byRow = new Map<string, Note[]>();
  #size = 0;
  /** The file as it was read or written last. */
  #seen = '';
  #unwritten: Note[] = [];
  #isBroken = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(options: RowNotesOptions) {
    this.#options = options;
  }

  /** A text that would take the room of all others is not kept: its row then says what pi made of it. */
  noteSaid({ content, timestamp }: UserMessage, { text, ...said }: Said): void {
    const isKept = text !== undefined && text.length <= TOLD_BY;
    const one = { ...said, ...(isKept && { text }) };
    this.#keep({ row: rowOf('user', plainText(content)), at: timestamp, said: one });
  }

  /** `at`: when its end was heard of, in ms since 1970. */
  noteCall({ command, call, at }: { command: string; call: string; at: number }): void {
    this.#keep({ row: rowOf('bash', command), at, call });
  }

  /** To be called for every event after it was folded into `view`. */
  onEvent(event: ViewEvent, { toolRuns }: Pick<View, 'toolRuns'>): void {
    if (event.type === 'message_end' && event.message.role === 'user' && event.panel_said)
      this.noteSaid(event.message, event.panel_said);
    if (event.type !== 'panel_bash_end') return;
    const command = toolRuns[event.call]?.args.command;
    if (typeof command === 'string') this.noteCall({ command, call: event.call, at: event.panel_at });
  }

  saidOf({ content, timestamp }: UserMessage): Said | undefined {
    const notes = this.#byRow.get(rowOf('user', plainText(content)));
    return notes?.findLast(({ at }) => at === timestamp)?.said;
  }

  /** The id that it ran under. */
  callOf({ command, timestamp }: BashExecutionMessage): string | undefined {
    const apart = ({ at }: Note): number => Math.abs(at - timestamp);
    const notes = this.#byRow.get(rowOf('bash', command)) ?? [];
    const [nearest] = notes.filter((one) => apart(one) <= BASH_APART).sort((a, b) => apart(a) - apart(b));
    return nearest?.call;
  }

  /** To be awaited before rows are looked up that another panel may have seen come. */
  async refresh(): Promise<void> {
    await this.#writing;
    await this.#read();
  }

  /** Resolves when what was noted stands on disk. */
  written(): Promise<void> {
    return this.#writing;
  }

  async #read(): Promise<void> {
    const { file } = this.#options;
    const seen = file === null ? '' : await stamp(file);
    if (file === null || seen === this.#seen) return;
    // Who may not read it may not write it either, and is told so then.
    const text = await readFile(file, 'utf8').catch(() => '');
    this.#seen = seen;
    for (const line of text.split('\n')) {
      const one = parsed(line);
      if (one && !this.#has(one)) this.#add(one);
    }
  }

  #keep(one: Note): void {
    this.#add(one);
    this.#unwritten.push(one);
    this.#writing = this.#writing.then(() => this.#write());
  }

  #add(one: Note): void {
    this.#notes.push(one);
    this.#size += sizeOf(one);
    const others = this.#byRow.get(one.row);
    if (others) others.push(one);
    else this.#byRow.set(one.row, [one]);
  }

  #has({ row, at, call }: Note): boolean {
    return (this.#byRow.get(row) ?? []).some((other) => other.at === at && other.call === call);
  }

  async #write(): Promise<void> {
    const { file, maxSize = MAX_SIZE, onTrouble } = this.#options;
    const notes = this.#unwritten.splice(0);
    const isTooMuch = this.#size > maxSize;
    if (notes.length === 0) return;
    try {
      if (isTooMuch) await this.#read();
      if (isTooMuch) this.#forgetOlder(maxSize / 2);
      if (file === null || this.#isBroken) return;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      if (!isTooMuch) return await appendFile(file, notes.map(lineOf).join(''), { mode: 0o600 });
      await replaceTextFile(file, this.#notes.map(lineOf).join(''));
    } catch (error) {
      this.#isBroken = true;
      onTrouble(`How messages were typed will not be known after a restart: ${errorText(error)}`);
    }
  }

  #forgetOlder(size: number): void {
    const notes = this.#notes;
    let from = notes.length;
    for (let left = size; from > 0; from--) if ((left -= sizeOf(notes[from - 1]!)) < 0) break;
    this.#notes = [];
    this.#byRow = new Map();
    this.#size = 0;
    for (const one of notes.slice(from)) this.#add(one);
  }
}

function rowOf(role: 'user' | 'bash', text: string): string {
  const hash = createHash('sha256').update(`${role}\n${text.slice(0, TOLD_BY)}`);
  return hash.digest('base64url').slice(0, 22);
}

/** It begins a line of its own, also behind one that was cut off. */
function lineOf(one: Note): string {
  return `\n${JSON.stringify(one)}`;
}

function sizeOf(one: Note): number {
  return lineOf(one).length;
}

/** Null for what is no note, such as a line that was cut off. */
function parsed(line: string): Note | null {
  try {
    const result = v.safeParse(note, JSON.parse(line));
    return result.success ? result.output : null;
  } catch {
    return null;
  }
}

/** Another one after every change; empty while there is no file. */
async function stamp(file: string): Promise<string> {
  const found = await stat(file).catch(() => null);
  return found ? `${found.ino} ${found.size} ${found.mtimeMs}` : '';
}
