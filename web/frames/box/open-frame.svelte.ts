// One frame of the page: opened on the server, shown at an address, and ended.
import { errorText } from '../../../shared/error-text.ts';
import {
  sandboxOf,
  type FrameSource,
  type FrameState,
  type FrameWay,
  type LookSwitch,
  type NewFrame,
  type OpenFrame,
  type PreviewLook,
} from '../../../shared/frames.ts';
import type { Api } from '../../lib/requests/api.ts';

/** The address of the page, as far as it decides how frames are reached. */
export type PageAddress = Pick<Location, 'protocol' | 'hostname' | 'port' | 'origin' | 'pathname'>;

export interface ShownFrame {
  name: string;
  way: FrameWay;
  /** Where the browser finds the frame, with a slash at the end. */
  address: string;
  /** As its messages tell it. */
  origin: string;
  sandbox: string;
}

/** Names below localhost lead to this machine. Behind a proxy or a name of its own, the panel is elsewhere. */
export function wayFrom({ protocol, hostname, pathname }: PageAddress): FrameWay {
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return protocol === 'http:' && isLoopback && pathname === '/' ? 'host' : 'path';
}

/** `name`: of the open frame. */
export function shownFrame(
  { name, way }: { name: string; way: FrameWay },
  source: FrameSource,
  { port, origin, pathname }: PageAddress,
): ShownFrame {
  const own = `http://${name}.localhost${port && `:${port}`}`;
  const sandbox = sandboxOf({ source, way });
  return way === 'host'
    ? { name, way, address: `${own}/`, origin: own, sandbox }
    : { name, way, address: `${origin}${pathname}frames/${name}/`, origin: 'null', sandbox };
}

export class FrameOnPage {
  /** Null until it is open, and after it has ended. */
  shown = $state.raw<ShownFrame | null>(null);
  failure = $state<string | null>(null);
  readonly source: FrameSource;
  readonly #api: Api;
  readonly #agent: string;
  #isEnded = false;
  /** Whether this one is, or is being, asked for. */
  #checked: ShownFrame | null = null;

  /** `agent`: the path of the agent's routes. */
  constructor(source: FrameSource, { api, path: agent }: { api: Api; path: string }) {
    this.source = source;
    this.#api = api;
    this.#agent = agent;
  }

  /** Never rejects. */
  async open(way = wayFrom(location)): Promise<void> {
    try {
      const page = `${location.origin}${location.pathname}`;
      const body = { source: this.source, way, page } satisfies NewFrame;
      const { name } = await this.#api.json<OpenFrame>(`${this.#agent}/frames`, { method: 'POST', body });
      if (this.#isEnded) return this.#endOnServer(name);
      this.shown = shownFrame({ name, way }, this.source, location);
    } catch (error) {
      this.failure = errorText(error);
    }
  }

  /**
   * Call this when the box has loaded something. A browser that does not find names below localhost shows an error
   * there, which the page cannot see, so it asks the panel whether it was reached.
   */
  async checkReached(): Promise<void> {
    const { shown } = this;
    if (shown?.way !== 'host' || shown === this.#checked) return;
    this.#checked = shown;
    const state = await this.#api.json<FrameState>(`api/frames/${shown.name}`).catch(() => null);
    if (!state) this.#checked = null;
    if (!state || state.isReached || this.shown !== shown) return;
    this.#endOnServer(shown.name);
    await this.open('path');
  }

  /** Lets pi look at it, or not any more. */
  async letLook(isOn: boolean): Promise<void> {
    if (this.shown) await this.#tell(`${this.shown.name}/look`, { isOn } satisfies LookSwitch);
  }

  /** Answers pi, which looks at it. */
  async answerLook(look: string, seen: PreviewLook): Promise<void> {
    if (this.shown) await this.#tell(`${this.shown.name}/looks/${look}`, seen);
  }

  async #tell(path: string, body: object): Promise<void> {
    await this.#api.fetch(`api/frames/${path}`, { method: 'POST', body });
  }

  end(): void {
    this.#isEnded = true;
    if (this.shown) this.#endOnServer(this.shown.name);
    this.shown = null;
  }

  #endOnServer(name: string): void {
    // It may have ended already, and the panel may be gone.
    void this.#api.fetch(`api/frames/${name}`, { method: 'DELETE', keepalive: true }).catch(() => undefined);
  }
}
