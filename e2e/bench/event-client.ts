// What one browser gets on GET /api/events, counted and timed where its bytes leave the socket.
import type { IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { statusOf } from '../../shared/view/view.ts';
import type { EventFrame, SnapshotFrame } from '../../shared/wire.ts';
import { nowMicros } from './clock.ts';
import { withDeadline } from './deadline.ts';
import type { Panel } from './panel.ts';

export type Frame =
  | { event: 'snapshot'; data: SnapshotFrame; at: number }
  /** `at`: when the chunk that brought its end was read, by `nowMicros`. */
  | { event: 'message'; data: EventFrame; at: number };

interface Waiting {
  isIt(frame: Frame): boolean;
  resolve: (frame: Frame) => void;
}

export class EventClient {
  /** Called for every frame. */
  onFrame: (frame: Frame) => void = () => undefined;
  /** Events; heartbeats are comments and none. */
  frames = 0;
  readonly #response: IncomingMessage;
  readonly #failed = Promise.withResolvers<never>();
  readonly #decoder = new StringDecoder('utf8');
  #waiting: Waiting[] = [];
  #text = '';

  /** Resolves with the first byte of the body still unread. */
  static async connect(panel: Panel): Promise<EventClient> {
    return new EventClient(await panel.open(`events?agents=${panel.agent.id}`));
  }

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.#failed.promise.catch(() => undefined);
    response.on('data', (chunk: Buffer) => this.#read(chunk, nowMicros()));
    response.on('error', this.#failed.reject);
    response.on('close', () => this.#failed.reject(new Error('The event stream ended.')));
  }

  /** All that came through the socket so far: the answer's head, the framing and the body. */
  get bytes(): number {
    return this.#response.socket.bytesRead;
  }

  /** The next frame that is meant. Rejects when the stream ends, and after a minute. */
  next(what: string, isIt: (frame: Frame) => boolean): Promise<Frame> {
    const { promise, resolve } = Promise.withResolvers<Frame>();
    this.#waiting.push({ isIt, resolve });
    const frame = withDeadline(60_000, what, Promise.race([promise, this.#failed.promise]));
    frame.catch(() => undefined); // Who waits may have failed at something else first.
    return frame;
  }

  nextEvent(type: EventFrame['type']): Promise<Frame> {
    return this.next(type, ({ event, data }) => event === 'message' && data.type === type);
  }

  /** Right after `connect`: resolves once pi takes prompts. */
  async whenIdle(): Promise<void> {
    await this.next('an idle agent', (frame) =>
      frame.event === 'snapshot' ? statusOf(frame.data.view) === 'idle' : frame.data.type === 'panel_stats',
    );
  }

  /** Called before a prompt: resolves with the last thing that is sent about its run. */
  async whenSettled(): Promise<void> {
    let isSettled = false;
    // One look at each frame: both may come in the same chunk.
    await this.next('the statistics after the run', ({ event, data }) => {
      if (event === 'message' && data.type === 'agent_settled') isSettled = true;
      return isSettled && event === 'message' && data.type === 'panel_stats';
    });
  }

  close(): void {
    this.#response.destroy();
  }

  #read(chunk: Buffer, at: number): void {
    this.#text += this.#decoder.write(chunk);
    let start = 0;
    for (let end = this.#text.indexOf('\n\n'); end !== -1; end = this.#text.indexOf('\n\n', start)) {
      this.#take(this.#text.slice(start, end), at);
      start = end + 2;
    }
    this.#text = this.#text.slice(start);
  }

  #take(block: string, at: number): void {
    const event = /^event: (.*)$/m.exec(block)?.[1];
    const data = /^data: (.*)$/m.exec(block)?.[1];
    if (event === undefined || data === undefined) return;
    this.frames += 1;
    const frame = { event, data: JSON.parse(data) as unknown, at } as Frame;
    this.onFrame(frame);
    const done = this.#waiting.filter((waiting) => waiting.isIt(frame));
    this.#waiting = this.#waiting.filter((waiting) => !done.includes(waiting));
    for (const { resolve } of done) resolve(frame);
  }
}
