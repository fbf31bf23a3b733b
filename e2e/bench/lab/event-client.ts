// The event stream of one browser, in the form that pages ask for, counted and timed where its bytes leave the socket.
import type { IncomingMessage } from 'node:http';
import { statusOf } from '../../../shared/view/view.ts';
import type { EventFrame } from '../../../shared/wire.ts';
import { FrameParser, type Frame } from '../../panel/event-frames.ts';
import type { BenchPanel } from './panel.ts';
import { nowMicros, withDeadline } from './timing.ts';

interface Waiting {
  matches: (frame: Frame) => boolean;
  resolve: (frame: Frame) => void;
}

export class EventClient {
  /** Called for every frame. `at`: when the chunk that completed it was read, by `nowMicros`. */
  onFrame: (frame: Frame, at: number) => void = () => undefined;
  /** How many events arrived. Heartbeats are comments and do not count. */
  frames = 0;
  readonly #response: IncomingMessage;
  readonly #failed = Promise.withResolvers<never>();
  #waiting: Waiting[] = [];

  /** Resolves before the first byte of the body is read. */
  static async connect(panel: BenchPanel): Promise<EventClient> {
    return new EventClient(await panel.openRoute(`events?agents=${panel.agent}&form=compact`));
  }

  private constructor(response: IncomingMessage) {
    this.#response = response;
    this.#failed.promise.catch(() => undefined);
    let at = 0;
    const parser = new FrameParser((frame) => this.#receive(frame, at), true);
    response.on('data', (chunk: Buffer) => {
      at = nowMicros();
      parser.push(chunk);
    });
    response.on('error', this.#failed.reject);
    response.on('close', () => this.#failed.reject(new Error('The event stream ended.')));
  }

  /** Everything that has come through the socket so far: response head, framing and body. */
  get bytes(): number {
    return this.#response.socket.bytesRead;
  }

  /** Resolves to the next frame that matches. Rejects when the stream ends, and after a minute. */
  next(what: string, matches: (frame: Frame) => boolean): Promise<Frame> {
    const { promise, resolve } = Promise.withResolvers<Frame>();
    this.#waiting.push({ matches, resolve });
    const frame = withDeadline(60_000, what, Promise.race([promise, this.#failed.promise]));
    frame.catch(() => undefined); // The caller may have failed at something else first.
    return frame;
  }

  async nextEvent(type: EventFrame['type']): Promise<EventFrame> {
    const frame = await this.next(type, (each) => each.kind === 'message' && each.data.type === type);
    return (frame as Extract<Frame, { kind: 'message' }>).data;
  }

  /** Must be called right after `connect`. Resolves once pi accepts prompts. */
  async whenIdle(): Promise<void> {
    await this.next('an idle agent', (frame) =>
      frame.kind === 'snapshot'
        ? statusOf(frame.data.view) === 'idle'
        : frame.kind === 'message' && frame.data.type === 'panel_stats',
    );
  }

  /** Must be called before a prompt. Resolves to the last event of its run. */
  async whenSettled(): Promise<void> {
    let isSettled = false;
    // One condition covers both events, because they may come in the same chunk.
    await this.next('the statistics after the run', (frame) => {
      if (frame.kind !== 'message') return false;
      if (frame.data.type === 'agent_settled') isSettled = true;
      return isSettled && frame.data.type === 'panel_stats';
    });
  }

  close(): void {
    this.#response.destroy();
  }

  #receive(frame: Frame, at: number): void {
    this.frames += 1;
    this.onFrame(frame, at);
    const done = this.#waiting.filter((waiting) => waiting.matches(frame));
    this.#waiting = this.#waiting.filter((waiting) => !done.includes(waiting));
    for (const { resolve } of done) resolve(frame);
  }
}
