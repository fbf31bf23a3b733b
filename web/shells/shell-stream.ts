// Reads the stream of all shells, and reconnects for as long as they are shown. Each connection begins with every screen.
import type { ShellCommands, ShellList, ShellOutput, ShellScreen } from '../../shared/shells.ts';
import { ApiError, type Api } from '../lib/requests/api.ts';
import { backOff, pause } from '../lib/requests/pause.ts';
import { inTurn } from '../lib/requests/turns.ts';

/** After this much silence the connection counts as dead, in ms. The server sends a comment every 10 s. */
const SILENCE_MS = 35_000;

export interface ShellEvents {
  onShells: (list: ShellList) => void;
  onScreen: (screen: ShellScreen) => void;
  onOutput: (output: ShellOutput) => void;
  onCommands: (commands: ShellCommands) => void;
  /** `failure`: why there is no connection, for the user; null once there is one. */
  onConnection: (failure: string | null) => void;
}

/** Reads until the signal aborts, or until the panel refuses for good, such as a panel without shells. */
export async function followShells(
  api: Pick<Api, 'fetch'>,
  events: ShellEvents,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted)
    try {
      await inTurn({ signal }, (turn) => read(api, events, { signal: turn, onBytes: () => (failures = 0) }));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiError) && !(error instanceof DOMException) && !(error instanceof TypeError))
        throw error;
      events.onConnection(error.message);
      if (error instanceof ApiError && error.code === 'no_shell') return;
      failures += 1;
      await pause(backOff(failures), signal);
    }
}

async function read(
  api: Pick<Api, 'fetch'>,
  events: ShellEvents,
  { signal, onBytes }: { signal: AbortSignal; onBytes: () => void },
): Promise<void> {
  const silence = new AbortController();
  const startTimer = () => setTimeout(() => silence.abort(), SILENCE_MS);
  let timer = startTimer();
  try {
    const response = await api.fetch('api/shells/events', {
      headers: { accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, silence.signal]),
    });
    events.onConnection(null);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    const frames = new ShellFrames(events);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = startTimer();
      onBytes();
      frames.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** Splits the text of the stream into its frames. */
export class ShellFrames {
  readonly #events: ShellEvents;
  #rest: string[] = [];
  #newline = '';

  constructor(events: ShellEvents) {
    this.#events = events;
  }

  push(text: string): void {
    const all = this.#newline + text;
    // The stream may be divided between the two line feeds that end a frame.
    this.#newline = /[^\n]\n$|^\n$/.test(all) ? '\n' : '';
    const frames = all.slice(0, all.length - this.#newline.length).split('\n\n');
    // Large frames come in many pieces, which are joined once.
    while (frames.length > 1) {
      this.#read([...this.#rest, frames.shift()!].join(''));
      this.#rest = [];
    }
    this.#rest.push(frames[0]!);
  }

  #read(frame: string): void {
    const [, kind, data] = /^event: (\w+)\ndata: (.*)$/s.exec(frame.trimStart()) ?? [];
    if (kind === undefined || data === undefined) return;
    const { onShells, onScreen, onOutput, onCommands } = this.#events;
    if (kind === 'shells') onShells(JSON.parse(data) as ShellList);
    else if (kind === 'screen') onScreen(JSON.parse(data) as ShellScreen);
    else if (kind === 'output') onOutput(JSON.parse(data) as ShellOutput);
    else if (kind === 'commands') onCommands(JSON.parse(data) as ShellCommands);
  }
}
