// Answers requests to frames. They are told apart before the panel's own app sees a request, so that no API, page or
// token exists at such an address, whatever a frame sends.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Refusal } from '../../shared/refusal.ts';
import { FRAME_SCRIPT } from '../../shared/frames.ts';
import { answerFromApp } from './app-frame.ts';
import type { AppPlace } from './app-headers.ts';
import { upgradeToApp } from './app-upgrade.ts';
import { askedBlank, blankDocument } from './blank-document.ts';
import { answerFile, type FrameFiles } from './file-frame.ts';
import type { FrameExchange } from './frame-exchange.ts';
import { frameHeaders } from './frame-headers.ts';
import { addressedFrame, type Frame, type Frames } from './frames.ts';

export interface FrameServerOptions {
  frames: Frames;
  /** Returns the path of a request without the prefix of a proxy. */
  pathOf: (request: IncomingMessage) => string;
  /** The sites that may show the panel's page in a frame. */
  frameAncestors: readonly string[];
  /** Returns the files of an agent's workspace. Rejects with a Refusal. */
  filesOf: (agent: string) => Promise<FrameFiles>;
  /** Returns the script that talks to the page. */
  script: () => Promise<string>;
  onBug: (error: unknown) => void;
}

export class FrameServer {
  readonly #options: FrameServerOptions;

  constructor(options: FrameServerOptions) {
    this.#options = options;
  }

  /** Returns the function that answers the request, if it is for an open frame. */
  find(request: IncomingMessage): ((response: ServerResponse) => void) | null {
    const { frames, pathOf } = this.#options;
    const asked = addressedFrame(request.headers.host ?? '', pathOf(request));
    const frame = asked && frames.find(asked.name);
    if (!frame || frame.way !== asked.way) return null;
    return (response) => void this.#answer(frame, { request, response, target: asked.target });
  }

  /** Takes over a connection that asks for a WebSocket, if it is for the frame of an app. Returns whether it was. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const { frames, pathOf } = this.#options;
    const host = request.headers.host ?? '';
    const asked = addressedFrame(host, pathOf(request));
    const frame = asked && frames.find(asked.name);
    if (!frame || frame.way !== asked.way || !('port' in frame.source)) return false;
    // Browsers send the Origin with every WebSocket: only the frame itself may open one.
    if (request.headers.origin !== (frame.way === 'host' ? `http://${host}` : 'null')) return false;
    upgradeToApp({ request, socket, head, target: asked.target }, { frame, port: frame.source.port, host });
    return true;
  }

  async #answer(frame: Frame, exchange: FrameExchange): Promise<void> {
    const { request, response } = exchange;
    const abort = (): void => void response.destroy();
    frame.end.signal.addEventListener('abort', abort);
    response.once('close', () => frame.end.signal.removeEventListener('abort', abort));
    try {
      const ancestors = this.#options.frameAncestors;
      const headers = frameHeaders(frame, { target: exchange.target, ancestors });
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      checkSender(frame, request);
      frame.isReached = true;
      if (frame.way === 'path' && request.headers.origin === 'null')
        // The name is what keeps others out: a page without an origin cannot say who it is.
        response.setHeader('Access-Control-Allow-Origin', 'null');
      const blank = 'file' in frame.source ? askedBlank(exchange.target) : null;
      if (exchange.target.split('?')[0] === FRAME_SCRIPT)
        send(response, 'text/javascript', await this.#options.script());
      else if (blank)
        send(response, 'text/html', blankDocument(blank, { name: frame.name, scriptAt: scriptAt(frame) }));
      else await this.#answerSource(frame, exchange);
    } catch (error) {
      if (!(error instanceof Refusal) && !response.destroyed) this.#options.onBug(error);
      sendRefusal(response, error);
    }
  }

  async #answerSource(frame: Frame, exchange: FrameExchange): Promise<void> {
    const { source, agent } = frame;
    if ('port' in source)
      await answerFromApp(exchange, {
        place: placeOf(frame, source.port, exchange),
        scriptAt: scriptAt(frame),
      });
    else await answerFile(exchange, { files: await this.#options.filesOf(agent), scriptAt: scriptAt(frame) });
  }
}

function send(response: ServerResponse, type: string, text: string): void {
  response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-store' });
  response.end(text);
}

function placeOf(frame: Frame, port: number, { request }: FrameExchange): AppPlace {
  return { frame, port, host: request.headers.host ?? '' };
}

function scriptAt({ way, base, name }: Frame): string {
  return way === 'host' ? FRAME_SCRIPT : `${base}/frames/${name}${FRAME_SCRIPT}`;
}

/**
 * Refuses what does not come from the frame itself, or from the page that shows it. Browsers say so on all addresses
 * that count as secure, such as those of this machine. Throws a Refusal 403.
 */
function checkSender(frame: Frame, { headers }: IncomingMessage): void {
  const site = headers['sec-fetch-site'];
  const dest = headers['sec-fetch-dest'];
  const isShown = dest === 'iframe' || dest === 'frame';
  // Opened by itself, a file would be outside of the page, whose policy keeps it from leading the frame elsewhere.
  const isOpened = dest === 'document' && ('file' in frame.source || site === 'cross-site');
  // At the page's own origin, the page itself must not load anything of a frame, such as a script.
  const isForeign =
    frame.way === 'host' ? site === 'cross-site' || site === 'same-site' : site === 'same-origin';
  const isWorker = headers['service-worker'] === 'script' && 'file' in frame.source;
  if (isOpened || (isForeign && !isShown) || isWorker)
    throw new Refusal(403, 'site_not_allowed', 'Only the preview itself may request this.');
}

function sendRefusal(response: ServerResponse, error: unknown): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const { status, message } =
    error instanceof Refusal
      ? error
      : { status: 500, message: 'Internal error. Details are in the output of the panel.' };
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  });
  response.end(`${message}\n`);
}
