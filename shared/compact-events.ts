// The compact form of GET /api/events (see FrameKind in wire.ts): lines for single events between the frames of the
// documented form, which a reader of server-sent events ignores. Written by the server, read by the page.
import type { FrameKind } from './wire.ts';

/** A frame of the event stream, sent in either form. */
export interface Frame {
  kind: FrameKind;
  /** `<agent>.<number>`; empty for `gone` and `overview`, and for `resumed` in the documented form. */
  id: string;
  /** JSON as in the documented form. */
  data: string;
  /** Number of the first event that this one merges, if it merges several; `id` has the number of the last. */
  first?: number;
}

type DeltaType = 'text_delta' | 'thinking_delta' | 'toolcall_delta';

const LETTERS: Record<DeltaType, string> = { text_delta: 't', thinking_delta: 'h', toolcall_delta: 'c' };
const DELTA_TYPES: Record<string, DeltaType> = { t: 'text_delta', h: 'thinking_delta', c: 'toolcall_delta' };
const DELTA_LINE = /^(?:([thc])(\d+))?(?:\*(\d+))?\+/;

export interface Block {
  type: DeltaType;
  contentIndex: number;
}

/** The JSON of a delta, as the documented form has it without the agent. */
export function deltaJson({ type, contentIndex }: Block, text: string): string {
  return deltaJsonOf({ type, contentIndex }, JSON.stringify(text));
}

/**
 * Returns the line of a delta. `isNewBlock`: whether the last delta was of another block. `count`: how many events it
 * merges.
 */
export function deltaLine(block: Block, text: string, { count, isNewBlock }: DeltaLine): string {
  const target = isNewBlock ? `${LETTERS[block.type]}${block.contentIndex}` : '';
  return `${target}${count > 1 ? `*${count}` : ''}+${JSON.stringify(text).slice(1, -1)}\n`;
}

interface DeltaLine {
  count: number;
  isNewBlock: boolean;
}

export function eventLine(json: string): string {
  return `=${json}\n`;
}

/** Returns the line after which all lines belong to this agent. */
export function agentLine(agent: string): string {
  return `@${agent}\n`;
}

/** The stream's position in the events of one agent. */
interface Position {
  number: number;
  block: Block | null;
}

/** Parses both forms of the event stream. */
export class FrameReader {
  readonly #onFrame: (frame: Frame) => void;
  readonly #positions = new Map<string, Position>();
  #agent = '';
  #rest = '';
  #event = '';
  #id = '';
  #data: string | null = null;

  constructor(onFrame: (frame: Frame) => void) {
    this.#onFrame = onFrame;
  }

  /** Calls `onFrame` for each frame that `text` completes. */
  push(text: string): void {
    let searched = this.#rest.length;
    this.#rest += text;
    let start = 0;
    for (;;) {
      const end = this.#rest.indexOf('\n', searched);
      if (end === -1) break;
      this.#read(this.#rest.slice(start, end));
      start = searched = end + 1;
    }
    this.#rest = this.#rest.slice(start);
  }

  #read(line: string): void {
    if (line === '') return this.#endFrame();
    if (line.startsWith('=')) return this.#onEvent(line.slice(1), 1);
    if (line.startsWith('@')) {
      this.#agent = line.slice(1);
      return;
    }
    const delta = DELTA_LINE.exec(line);
    if (delta) this.#onDelta(delta, line.slice(delta[0].length));
    else this.#readField(line);
  }

  #onDelta([, letter, index, count = '1']: RegExpExecArray, text: string): void {
    const position = this.#position();
    if (letter) position.block = { type: DELTA_TYPES[letter]!, contentIndex: Number(index) };
    if (!position.block) throw new Error('The event stream continues an unknown block.');
    this.#onEvent(deltaJsonOf(position.block, `"${text}"`), Number(count));
  }

  #onEvent(json: string, count: number): void {
    const position = this.#position();
    const first = position.number + 1;
    position.number += count;
    this.#onFrame({
      kind: 'message',
      id: `${this.#agent}.${position.number}`,
      data: `{"agent":${JSON.stringify(this.#agent)},${json.slice(1)}`,
      ...(count > 1 && { first }),
    });
  }

  #position(): Position {
    const position = this.#positions.get(this.#agent);
    if (!position) throw new Error('The event stream has an event of an agent before its snapshot.');
    return position;
  }

  /** A field of a server-sent event, or a comment. */
  #readField(line: string): void {
    const colon = line.indexOf(':');
    const value = line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    const name = line.slice(0, colon);
    if (name === 'event') this.#event = value;
    else if (name === 'id') this.#id = value;
    else if (name === 'data') this.#data = this.#data === null ? value : `${this.#data}\n${value}`;
  }

  #endFrame(): void {
    const [kind, id, data] = [this.#event as FrameKind, this.#id, this.#data];
    this.#event = this.#id = '';
    this.#data = null;
    if (data === null) return;
    if (id !== '') {
      const dot = id.lastIndexOf('.');
      this.#agent = id.slice(0, dot);
      this.#positions.set(this.#agent, { number: Number(id.slice(dot + 1)), block: null });
    }
    this.#onFrame({ kind, id, data });
  }
}

function deltaJsonOf({ type, contentIndex }: Block, text: string): string {
  const delta = `{"type":"${type}","contentIndex":${contentIndex},"delta":${text}}`;
  return `{"type":"message_update","assistantMessageEvent":${delta}}`;
}
