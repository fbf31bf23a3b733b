// A page without a browser: follows one agent across lost connections, folds the same view as the real page, and
// fails when an event is missing, repeated or out of order.
import { request, type IncomingMessage } from 'node:http';
import { reduce } from '../../shared/view/reduce.ts';
import type { View } from '../../shared/view/view.ts';
import type { EventFrame, SnapshotFrame } from '../../shared/wire.ts';
import { FrameParser, type Frame } from '../panel/event-frames.ts';
import type { FaultPanel } from './fault-panel.ts';

const RECONNECT_MS = 5;

export class FaultPage {
  view: View | null = null;
  /** Connections, snapshots, resumed streams, all events, and those that carry output. */
  readonly counts = { connects: 0, snapshots: 0, resumed: 0, events: 0, outputs: 0 };
  /** How long each clock status of fake-pi took to arrive, in ms. */
  readonly lags: number[] = [];
  readonly #panel: FaultPanel;
  readonly #agent: string;
  readonly #port: number;
  readonly #isCompact: boolean;
  /** The number of the last event. */
  #last: number | null = null;
  #isClosed = false;
  #response: IncomingMessage | null = null;
  readonly #waiting = new Set<() => void>();
  #error: Error | null = null;

  /**
   * `port`: the port of a proxy in front of the panel. `agent`: default is the first one. `isCompact`: whether to use
   * the compact form of the stream.
   */
  constructor(panel: FaultPanel, { port = panel.port, agent = panel.agent, isCompact = false } = {}) {
    this.#panel = panel;
    this.#port = port;
    this.#agent = agent;
    this.#isCompact = isCompact;
    this.#connect();
  }

  /** Resolves to the first view in which the condition holds. Rejects as soon as an event is missing or repeated. */
  async until(isTrue: (view: View) => unknown): Promise<View> {
    for (;;) {
      if (this.#error) throw this.#error;
      if (this.view && isTrue(this.view)) return this.view;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#response?.destroy();
  }

  #connect(): void {
    if (this.#isClosed) return;
    this.counts.connects += 1;
    const { headers } = this.#panel;
    const agent = this.#agent;
    const outgoing = request({
      host: '127.0.0.1',
      port: this.#port,
      path: `/api/events?agents=${agent}${this.#isCompact ? '&form=compact' : ''}`,
      headers: { ...headers, ...(this.#last !== null && { 'last-event-id': `${agent}.${this.#last}` }) },
      agent: false,
    });
    let isOver = false;
    const reconnect = (): void => {
      if (!isOver) setTimeout(() => this.#connect(), RECONNECT_MS);
      isOver = true;
    };
    outgoing.on('error', reconnect);
    outgoing.on('response', (response) => {
      this.#response = response;
      const parser = new FrameParser((frame) => this.#onFrame(frame), this.#isCompact);
      response.on('data', (chunk: Buffer) => {
        parser.push(chunk);
        this.#wake();
      });
      response.on('error', () => undefined);
      response.on('close', reconnect);
    });
    outgoing.end();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #onFrame(frame: Frame): void {
    if (frame.kind === 'resumed') this.counts.resumed += 1;
    else if (frame.kind === 'snapshot') this.#replaceView(frame.number, frame.data);
    else if (frame.kind === 'message') this.#applyEvent(frame, frame.data);
  }

  #replaceView(number: number, { view }: SnapshotFrame): void {
    this.counts.snapshots += 1;
    this.#last = number;
    this.view = view;
  }

  #applyEvent(
    { number, first = number }: { number: number; first?: number },
    { agent: _agent, ...event }: EventFrame,
  ): void {
    if (first !== this.#last! + 1)
      this.#error ??= new Error(`Event ${first} came after event ${this.#last}.`);
    this.counts.events += number + 1 - first;
    if (event.type === 'tool_execution_update') this.counts.outputs += 1;
    if (event.type === 'extension_ui_request' && event.method === 'setStatus' && event.statusKey === 'clock')
      this.lags.push(Date.now() - Number(event.statusText));
    this.#last = number;
    this.view = reduce(this.view!, event);
  }
}

/** Whether pi is ready and idle. */
export const isIdle = (view: View): boolean => view.ready && view.run === null && view.exit === null;

/** Returns the last message as JSON. */
export function lastText({ entries }: View): string {
  return JSON.stringify(entries.at(-1)?.message ?? '');
}
