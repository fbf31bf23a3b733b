// The position and the parent of every entry in one session file, without their content. It keeps no file descriptor,
// because the file may be rewritten, replaced, or deleted between two calls.
import { open, type FileHandle } from 'node:fs/promises';
import { CHANNEL, type CompanionEntry, type NotedPlan } from '../../shared/companion.ts';
import type {
  ContextEditEntry,
  CustomEntry,
  LabelEntry,
  SessionEntry,
  SessionHeader,
} from '../../shared/pi/session.ts';
import { HEAD_LENGTH, idOfLine, isDamaged, parseEntry, parseHeader } from '../../shared/pi/session-parse.ts';
import { isRestored } from '../../shared/pi/session-tree.ts';
import { readHead } from '../../shared/pi/line-head.ts';
import { idAtPosition, type LinePlace } from '../../shared/pi/session-migration.ts';
import { parsePlanNotes } from '../../shared/view/plan-notes.ts';
import { Refusal } from '../../shared/refusal.ts';
import { ifThere } from '../lib/if-there.ts';
import { turns } from '../lib/turns.ts';
import { identify, isContinued, isUntouched, type ByteRange, type FileIdentity } from './file-identity.ts';
import { looksDamaged, peekLine, type Peek } from './line-peek.ts';
import { scanLines, type ScannedLine } from './line-scan.ts';

/** `offset` and `length` are bytes, without the line break. */
export interface IndexedEntry extends ByteRange {
  id: string;
  parentId: string | null;
  type: string;
  /** The role of a message. */
  role?: string;
  /** When the entry was written, in ms since 1970; NaN if the line does not say. */
  time: number;
  place: LinePlace;
  /** Set if the line is damaged, so that pi does not read it. Some damage is found only when the line is read. */
  isDamaged?: true;
  edit?: Pick<ContextEditEntry, 'targetId' | 'replacement'>;
  label?: Pick<LabelEntry, 'targetId' | 'label'>;
  /** The tool call that it records as blocked. */
  blocked?: string;
  /** The notes on a plan that it records. */
  plan?: NotedPlan;
}

export class SessionIndex {
  readonly file: string;
  /** Undefined while the file does not exist: pi <= 0.87.1 creates it with the first answer. */
  header: SessionHeader | undefined;
  /** In file order. */
  entries: IndexedEntry[] = [];
  byId = new Map<string, IndexedEntry>();
  /** Counts how often the index was rebuilt from the start. */
  generation = 0;

  #identity: FileIdentity | undefined;
  #headerRange: ByteRange = { offset: 0, length: 0 };
  /** The position after the last line break. */
  #scannedTo = 0;
  #position = 0;
  #parentPosition = 0;
  /** Whether the last entry has no line break yet, so that it is complete, but may still change. */
  #isLastOpen = false;
  readonly #inTurn = turns();

  constructor(file: string) {
    this.file = file;
  }

  /**
   * Indexes what was appended since the last call, or everything if the file is a different one. Rejects with a Refusal
   * (422) if the file exists but is not a pi session.
   */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#refresh());
  }

  /** Replaces what the index has wrong about a line, or removes the line. */
  correct(entry: IndexedEntry, change: Partial<IndexedEntry> | null): void {
    this.entries = this.entries.flatMap((other) =>
      other !== entry ? [other] : change ? [{ ...entry, ...change }] : [],
    );
    this.byId = indexById(this.entries);
  }

  async #refresh(): Promise<void> {
    const file = await ifThere(open(this.file, 'r'));
    if (!file) {
      if (this.#identity) this.#forget();
      return;
    }
    try {
      const stats = await file.stat();
      if (this.#identity && isUntouched(this.#identity, stats)) return;
      const isSame = this.#identity && !this.#isLastOpen && (await isContinued(this.#identity, file, stats));
      if (this.#identity && !isSame) this.#forget();
      await this.#scan(file, stats.size);
      const last = this.entries.at(-1);
      this.#identity = await identify(file, stats, last ? [this.#headerRange, last] : [this.#headerRange]);
    } finally {
      await file.close();
    }
  }

  #forget(): void {
    this.generation++;
    this.header = undefined;
    this.entries = [];
    this.byId = new Map();
    this.#identity = undefined;
    this.#headerRange = { offset: 0, length: 0 };
    this.#scannedTo = 0;
    this.#position = 0;
    this.#parentPosition = 0;
    this.#isLastOpen = false;
  }

  async #scan(file: FileHandle, size: number): Promise<void> {
    let isForeign = false;
    await scanLines(file, { from: this.#scannedTo, to: size }, (line) => {
      if (line.isTerminated) this.#scannedTo = line.offset + line.length + 1;
      if (this.header) this.#addEntry(line);
      else isForeign = this.#addHeader(line) === null;
      return !isForeign;
    });
    // A header may still be being written, but a whole line that is not a header never becomes one.
    if (this.header || (!isForeign && this.#scannedTo === 0)) return;
    this.#forget();
    throw new Refusal(
      422,
      'not_a_session',
      `Not a pi session: ${this.file} does not begin with a session header.`,
    );
  }

  #addHeader(line: ScannedLine): SessionHeader | null | undefined {
    const header = parseHeader(line.head.toString());
    if (!header) return header;
    this.header = header;
    this.#headerRange = { offset: line.offset, length: line.length };
    this.#position = 1;
    this.#isLastOpen = !line.isTerminated;
    return header;
  }

  #addEntry(line: ScannedLine): void {
    const version = this.header?.version ?? 1;
    const peek = peekLine(line, version >= 2);
    const place = {
      version,
      position: this.#position,
      parentPosition: this.#parentPosition,
      line: line.offset,
    };
    if (!line.isTerminated) {
      // A last line without a line break is an entry if it is complete. pi accepts it, too.
      const whole = parseWhole(line, place);
      if (!whole || isDamaged(whole)) return;
    }
    if (!peek || (looksDamaged(line) && isReallyDamaged(line, place))) return this.#addDamaged(line, place);
    this.#position++;
    if (peek.type === 'session') return;
    if (version < 2) {
      peek.id = idAtPosition(place.position);
      peek.parentId = place.parentPosition > 0 ? idAtPosition(place.parentPosition) : null;
    }
    this.#parentPosition = place.position;
    this.#isLastOpen = !line.isTerminated;
    this.#add({ ...peek, id: peek.id ?? idOfLine(line.offset) }, line, place);
  }

  /** The head of a damaged line often says to which entry it belongs. */
  #addDamaged(line: ScannedLine, place: LinePlace): void {
    if (line.length <= MAX_BLANK && line.head.toString('latin1').trim() === '') return;
    const {
      id,
      parentId = '',
      timestamp = '',
    } = readHead(line.head.toString('latin1', 0, HEAD_LENGTH)) ?? {};
    const head = { type: 'unreadable', id: id ?? idOfLine(line.offset), parentId };
    this.#add({ ...head, time: Date.parse(timestamp), isDamaged: true }, line, place);
  }

  #add(
    { id, parentId, type, role, time, isDamaged }: Peek & Pick<IndexedEntry, 'id' | 'isDamaged'>,
    line: ScannedLine,
    place: LinePlace,
  ): void {
    const entry: IndexedEntry = {
      id,
      parentId,
      type,
      ...(role !== undefined && { role }),
      time,
      offset: line.offset,
      length: line.length,
      place,
      ...(isDamaged ? { isDamaged } : readEffect(line, place, type)),
    };
    this.entries.push(entry);
    addById(this.byId, entry);
  }
}

/** The longest line that may be blank. */
const MAX_BLANK = 4096;

/**
 * If two lines have the same id, the later one counts, as in pi. pi does not read a damaged line, so that one gets
 * another id.
 */
function addById(byId: Map<string, IndexedEntry>, entry: IndexedEntry): void {
  const other = byId.get(entry.id);
  const damaged = other && [entry, other].find(({ isDamaged }) => isDamaged);
  if (damaged) {
    damaged.id = idOfLine(damaged.offset);
    byId.set(damaged.id, damaged);
  }
  if (damaged !== entry) byId.set(entry.id, entry);
}

function indexById(entries: readonly IndexedEntry[]): Map<string, IndexedEntry> {
  const byId = new Map<string, IndexedEntry>();
  for (const entry of entries) addById(byId, entry);
  return byId;
}

/** A line that is longer than a chunk is parsed only when it is shown. */
function isReallyDamaged(line: ScannedLine, place: LinePlace): boolean {
  const entry = parseWhole(line, place);
  return entry !== undefined && isDamaged(entry);
}

/** Returns the effect of an entry on others, so that the entry need not be read again. */
function readEffect(
  line: ScannedLine,
  place: LinePlace,
  type: string,
): Pick<IndexedEntry, 'edit' | 'label' | 'blocked' | 'plan'> {
  const isOwn = type === 'custom' && line.head.includes(`"${CHANNEL}"`);
  if (type !== 'context_edit' && type !== 'label' && !isOwn) return {};
  const entry: SessionEntry | undefined = parseWhole(line, place);
  if (!entry && type === 'context_edit') return longEditIn(line.head.toString());
  if (entry?.type === 'custom') return ownIn(entry);
  if (entry?.type === 'label')
    return { label: { targetId: entry.targetId, ...(entry.label && { label: entry.label }) } };
  if (entry?.type !== 'context_edit') return {};
  const { targetId, replacement } = entry;
  return { edit: { targetId, replacement: replacement && withoutContent(isRestored(replacement)) } };
}

/** A context edit that is longer than a chunk replaces content, which comes last in its line (in pi 0.87.1 to 1.6.0). */
function longEditIn(head: string): Pick<IndexedEntry, 'edit'> {
  const found = /"targetId":"([^"\\]+)","replacement":\{("panel_restored":true,)?/.exec(head);
  return found ? { edit: { targetId: found[1]!, replacement: withoutContent(found[2] !== undefined) } } : {};
}

const withoutContent = (hasRestored: boolean): { panel_restored?: true; content: unknown } => ({
  ...(hasRestored && { panel_restored: true }),
  content: undefined,
});

/** Custom entries of other extensions may contain our channel's name. */
function ownIn({ customType, data }: CustomEntry): Pick<IndexedEntry, 'blocked' | 'plan'> {
  if (customType !== CHANNEL) return {};
  const { blocked, plan } = Object(data) as Partial<Record<keyof CompanionEntry, unknown>>;
  if (typeof blocked === 'string') return { blocked };
  const { at, notes: told } = Object(plan) as Partial<Record<keyof NotedPlan, unknown>>;
  const notes = parsePlanNotes(told);
  return typeof at === 'number' && notes ? { plan: { at, notes } } : {};
}

function parseWhole(line: ScannedLine, place: LinePlace): ReturnType<typeof parseEntry> {
  return line.head.length === line.length ? parseEntry(line.head.toString(), place) : undefined;
}
