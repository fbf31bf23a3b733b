// The open frames. Each has an unguessable name, which is all that opens it, and which ends with it.
import { randomBytes } from 'node:crypto';
import { Refusal } from '../../shared/refusal.ts';
import type { FrameSource, FrameWay } from '../../shared/frames.ts';

export interface Frame {
  readonly name: string;
  /** The id of the agent in whose workspace its files are. */
  readonly agent: string;
  readonly source: FrameSource;
  readonly way: FrameWay;
  /** The origin of the page that shows it, such as `http://127.0.0.1:4317`. */
  readonly origin: string;
  /** The path of that page without trailing slashes; '' at the top. */
  readonly base: string;
  isReached: boolean;
  /** Whether the user lets pi look at it. */
  isLookable: boolean;
  /** Aborted when the frame ends, so that nothing goes on in it. */
  readonly end: AbortController;
}

/** A page shows one or two. One that was closed without telling keeps its frames until others need their places. */
const MOST = 64;

export class Frames {
  /** Oldest first. */
  readonly #frames = new Map<string, Frame>();

  open(frame: Pick<Frame, 'agent' | 'source' | 'way' | 'origin' | 'base'>): Frame {
    const opened = {
      ...frame,
      name: newName(),
      isReached: false,
      isLookable: false,
      end: new AbortController(),
    };
    this.#frames.set(opened.name, opened);
    for (const { name } of [...this.#frames.values()].slice(0, -MOST)) this.end(name);
    return opened;
  }

  find(name: string): Frame | undefined {
    return this.#frames.get(name);
  }

  /** Returns the newest frame at which this agent may look. */
  findLookable(agent: string): Frame | undefined {
    return [...this.#frames.values()].findLast((frame) => frame.isLookable && frame.agent === agent);
  }

  /** Throws a Refusal 404. */
  get(name: string): Frame {
    const frame = this.find(name);
    if (!frame) throw new Refusal(404, 'unknown_frame', 'This preview has ended. Open it again.');
    return frame;
  }

  end(name: string): void {
    this.#frames.get(name)?.end.abort();
    this.#frames.delete(name);
  }

  /** Call this when an agent has ended. */
  endOf(agent: string): void {
    for (const frame of this.#frames.values()) if (frame.agent === agent) this.end(frame.name);
  }

  close(): void {
    for (const name of this.#frames.keys()) this.end(name);
  }
}

/** 256 bits in the 52 digits of base 32. A label of a host name has at most 63 letters, all of one case. */
function newName(): string {
  return BigInt(`0x${randomBytes(32).toString('hex')}`)
    .toString(32)
    .padStart(52, '0');
}

const NAME = '[0-9a-v]{52}';
const HOST = new RegExp(`^(${NAME})\\.localhost(?::\\d{1,5})?$`);
const PATH = new RegExp(`^/frames/(${NAME})(/.*)$`, 's');

/** Finds the name of a frame in a Host header, or in a path without its mount; null if neither could be one. */
export function addressedFrame(
  host: string,
  path: string,
): { name: string; way: FrameWay; target: string } | null {
  const byHost = HOST.exec(host.toLowerCase());
  if (byHost) return { name: byHost[1]!, way: 'host', target: path };
  const byPath = PATH.exec(path);
  return byPath ? { name: byPath[1]!, way: 'path', target: byPath[2]! } : null;
}
