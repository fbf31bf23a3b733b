// The last events of one agent, for followers that are slow or reconnect. Deltas of one block are kept as one record
// and can still be cut at each of them, so a minute of an answer costs little more than its text.
import { deltaJson, deltaLine, eventLine, type Block } from '../../../shared/compact-events.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';

/** Kept for all followers together. Consecutive deltas of a block count as one record. */
const MAX_RECORDS = 1024;
const MAX_BYTES = 2 * 1024 * 1024;
/** Records are dropped whole, so a long block has several. */
const MAX_RECORD_BYTES = 64 * 1024;
/** Memory that a string takes besides its characters. */
const STRING_BYTES = 24;

type Kept = { first: number; last: number; bytes: number } & (
  | { block: null; json: string }
  /** One piece for each number. */
  | { block: Block; pieces: string[] }
);

export class EventLog {
  readonly #agent: string;
  /** Numbers of the last event and of the last one that was dropped. */
  #last = 0;
  #dropped = 0;
  #kept: Kept[] = [];
  #bytes = 0;

  constructor(agent: string) {
    this.#agent = agent;
  }

  get last(): number {
    return this.#last;
  }

  /** Whether every event after this one is still in the log. */
  isKeptAfter(number: number): boolean {
    return number >= this.#dropped && number <= this.#last;
  }

  append(events: readonly ViewEvent[]): void {
    for (const event of events) this.#append(event);
    while (this.#kept.length > MAX_RECORDS || this.#bytes > MAX_BYTES) {
      const oldest = this.#kept.shift()!;
      this.#bytes -= oldest.bytes;
      this.#dropped = oldest.last;
    }
  }

  /**
   * Call this when the view was replaced: no page can continue from an earlier event. The replacement counts as an
   * event.
   */
  clear(): void {
    this.#last += 1;
    this.#dropped = this.#last;
    this.#kept = [];
    this.#bytes = 0;
  }

  /** Returns the events after `seen` in the documented form. */
  framesAfter(seen: number): Buffer {
    let text = '';
    for (const kept of this.#keptAfter(seen)) {
      if (kept.block === null) text += this.#frame(kept.last, kept.json);
      else
        for (let number = Math.max(kept.first, seen + 1); number <= kept.last; number++)
          text += this.#frame(number, deltaJson(kept.block, kept.pieces[number - kept.first]!));
    }
    return Buffer.from(text);
  }

  /**
   * Returns the events after `seen` in the compact form. `block` is the block of the last delta that was sent; the
   * result has the new one.
   */
  linesAfter(seen: number, block: Block | null): { bytes: Buffer; block: Block | null } {
    let text = '';
    for (const kept of this.#keptAfter(seen)) {
      if (kept.block === null) {
        text += eventLine(kept.json);
        continue;
      }
      const pieces = kept.pieces.slice(Math.max(0, seen + 1 - kept.first));
      const isNewBlock = !block || !isSameBlock(block, kept.block);
      text += deltaLine(kept.block, pieces.join(''), { count: pieces.length, isNewBlock });
      block = kept.block;
    }
    return { bytes: Buffer.from(text), block };
  }

  #append(event: ViewEvent): void {
    const number = ++this.#last;
    const delta = deltaOf(event);
    if (!delta) {
      const json = JSON.stringify(event);
      return this.#pushRecord({
        first: number,
        last: number,
        bytes: Buffer.byteLength(json),
        block: null,
        json,
      });
    }
    const { block, text } = delta;
    const bytes = Buffer.byteLength(text) + STRING_BYTES;
    const open = this.#kept.at(-1);
    if (!open?.block || !isSameBlock(open.block, block) || open.bytes > MAX_RECORD_BYTES)
      return this.#pushRecord({ first: number, last: number, bytes, block, pieces: [text] });
    open.pieces.push(text);
    open.last = number;
    open.bytes += bytes;
    this.#bytes += bytes;
  }

  #pushRecord(kept: Kept): void {
    this.#kept.push(kept);
    this.#bytes += kept.bytes;
  }

  #keptAfter(seen: number): Kept[] {
    const index = this.#kept.findLastIndex(({ last }) => last <= seen);
    return this.#kept.slice(index + 1);
  }

  #frame(number: number, json: string): string {
    const agent = JSON.stringify(this.#agent);
    return `event: message\nid: ${this.#agent}.${number}\ndata: {"agent":${agent},${json.slice(1)}\n\n`;
  }
}

function isSameBlock(a: Block, b: Block): boolean {
  return a.type === b.type && a.contentIndex === b.contentIndex;
}

function deltaOf(event: ViewEvent): { block: Block; text: string } | null {
  if (event.type !== 'message_update' || !('delta' in event.assistantMessageEvent)) return null;
  const { type, contentIndex, delta } = event.assistantMessageEvent;
  return { block: { type, contentIndex }, text: delta };
}
