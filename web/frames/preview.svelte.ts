// What the preview shows now: its frame, where the frame has gone, and what its console says.
import type { ConsoleEntry, FrameMessage, FrameSource } from '../../shared/frames.ts';
import type { PreviewRequest } from '../state/workbench/requests.ts';
import type { Api } from '../lib/requests/api.ts';
import { FrameOnPage } from './open-frame.svelte.ts';
import { pathOf, placeAt } from './read-address.ts';

/** Of the newest entries of the console. */
const MOST_ENTRIES = 200;

/** What ends a preview: too many messages, or taking the keyboard again and again. */
export type Abuse = 'flood' | 'focus';

export interface PreviewTerms {
  agent: { api: Api; path: string };
  request: PreviewRequest;
  /** Whether a file may reach other servers. */
  hasNetwork: boolean;
}

export class Preview {
  readonly frame: FrameOnPage;
  readonly hasNetwork: boolean;
  /** Where the frame is, as far as it tells. */
  place: PreviewRequest;
  title = $state('');
  errors = $state(0);
  warnings = $state(0);
  entries = $state.raw<readonly ConsoleEntry[]>([]);
  /** Why it was given up; null as long as it is not. */
  abuse = $state<Abuse | null>(null);
  /** Whether a click in the frame picks an element. */
  isPicking = $state(false);
  /** Where the box goes, within the frame: another object each time. */
  #start: { path: string };

  constructor({ agent, request, hasNetwork }: PreviewTerms) {
    this.place = $state.raw(request);
    this.hasNetwork = hasNetwork;
    this.#start = $state.raw({ path: pathOf(request) });
    const source: FrameSource =
      'file' in request ? { file: request.file, hasNetwork } : { port: request.port };
    this.frame = new FrameOnPage(source, agent);
  }

  /** What the box loads; null while there is nothing to load. */
  readonly visit = $derived.by(() => {
    const { shown } = this.frame;
    return shown && this.abuse === null ? { address: shown.address + this.#start.path.slice(1) } : null;
  });

  /** Whether the file that is shown now may reach other servers: only the one for which that was allowed. */
  get isOnline(): boolean {
    const { source } = this.frame;
    return this.hasNetwork && 'file' in source && 'file' in this.place && this.place.file === source.file;
  }

  /** Whether this frame can show it, without another one. */
  canShow(request: PreviewRequest): boolean {
    const { source } = this.frame;
    if ('file' in request) return 'file' in source && source.file === request.file;
    return 'port' in source && source.port === request.port;
  }

  go(request: PreviewRequest): void {
    this.place = request;
    this.#start = { path: pathOf(request) };
  }

  onMessage(message: FrameMessage): void {
    if (message.type === 'place') {
      const prefix =
        this.frame.shown?.way === 'path' ? new URL(this.frame.shown.address).pathname.slice(0, -1) : '';
      this.place = placeAt(this.place, message.address, prefix);
      this.title = message.title;
      // Another document knows nothing of the picking.
      this.isPicking = false;
    } else if (message.type === 'console') {
      // A document that is loaded again counts from 0.
      if (message.errors + message.warnings < this.errors + this.warnings) this.entries = [];
      this.errors = message.errors;
      this.warnings = message.warnings;
      this.entries = [...this.entries, ...message.entries].slice(-MOST_ENTRIES);
    } else this.isPicking = false;
  }
}
