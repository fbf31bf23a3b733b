// A page without a browser: follows one agent through whatever happens to its connection, folds the same view, and
// objects when an event is missing, comes twice or out of order.
import { request, type IncomingMessage } from 'node:http';
import { StringDecoder } from 'node:string_decoder';
import { reduce } from '../../shared/view/reduce.ts';
import type { View } from '../../shared/view/view.ts';
import type { EventFrame, SnapshotFrame } from '../../shared/wire.ts';
import type { FaultPanel } from './fault-panel.ts';

export class Page {
  view: View | null = null;
  /** How often it had to connect, was given a picture, and went on where it was; events, and those of output. */
  readonly counts = { connects: 0, snapshots: 0, resumed: 0, events: 0, outputs: 0 };
  /** How long each time that fake-pi told was on its way, in ms. */
  readonly lags: number[] = [];
  readonly #panel: FaultPanel;
  readonly #agent: string;
  readonly #port: number;
  #seen: number | null = null;
  #isClosed = false;
  #response: IncomingMessage | null = null;
  readonly #waiting = new Set<() => void>();
  #error: Error | null = null;

  /** `port`: of a proxy before the panel. `agent`: default is the first one. */
  constructor(panel: FaultPanel, { port = panel.port, agent = panel.agent } = {}) {
    this.#panel = panel;
    this.#port = port;
    this.#agent = agent;
    this.#connect();
  }

  /** Rejects as soon as an event was missing or came twice. */
  async until(isSo: (view: View) => unknown): Promise<View> {
    for (;;) {
      if (this.#error) throw this.#error;
      if (this.view && isSo(this.view)) return this.view;
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
      path: `/api/events?agents=${agent}`,
      headers: { ...headers, ...(this.#seen !== null && { 'last-event-id': `${agent}.${this.#seen}` }) },
      agent: false,
    });
    let isOver = false;
    const again = (): void => {
      if (!isOver) setTimeout(() => this.#connect(), 5);
      isOver = true;
    };
    outgoing.on('error', again);
    outgoing.on('response', (response) => {
      this.#response = response;
      const decoder = new StringDecoder('utf8');
      let rest = '';
      response.on('data', (chunk: Buffer) => {
        const parts = (rest + decoder.write(chunk)).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) this.#take(part);
        this.#wake();
      });
      response.on('error', () => undefined);
      response.on('close', again);
    });
    outgoing.end();
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  #take(part: string): void {
    const kind = /^event: (\w+)/.exec(part)?.[1];
    const number = Number(/^id: \w+\.(\d+)/m.exec(part)?.[1]);
    const data = part.slice(part.indexOf('\ndata: ') + 7);
    if (kind === 'resumed') this.counts.resumed += 1;
    else if (kind === 'snapshot') this.#replace(number, JSON.parse(data) as SnapshotFrame);
    else if (kind === 'message') this.#apply(number, JSON.parse(data) as EventFrame);
  }

  #replace(number: number, { view }: SnapshotFrame): void {
    this.counts.snapshots += 1;
    this.#seen = number;
    this.view = view;
  }

  #apply(number: number, { agent: _agent, ...event }: EventFrame): void {
    if (number !== this.#seen! + 1)
      this.#error ??= new Error(`Event ${number} came after event ${this.#seen}.`);
    this.counts.events += 1;
    if (event.type === 'tool_execution_update') this.counts.outputs += 1;
    if (event.type === 'extension_ui_request' && event.method === 'setStatus' && event.statusKey === 'clock')
      this.lags.push(Date.now() - Number(event.statusText));
    this.#seen = number;
    this.view = reduce(this.view!, event);
  }
}

/** pi is there and does nothing. */
export const isIdle = (view: View): boolean => view.ready && view.run === null && view.exit === null;

/** Of the last row, as JSON. */
export function textOf({ entries }: View): string {
  return JSON.stringify(entries.at(-1)?.message ?? '');
}
