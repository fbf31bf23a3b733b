// The screen of a terminal's pi while its session is in the browser. It has the keyboard, so that nothing reaches pi.
import type { Status } from '../../shared/view/view.ts';

export interface WaitingScreenOptions {
  link: string;
  theme: { fg: (color: 'accent' | 'muted' | 'warning', text: string) => string };
  onChange: () => void;
  /** Called when the user asks for another browser tab. */
  onOpen: () => void;
}

const WORDS: Readonly<Record<Status | 'returning', string>> = {
  starting: 'it is starting',
  idle: 'it is idle',
  running: 'it is at work',
  compacting: 'it is compacting the conversation',
  retrying: 'it is trying again',
  exited: 'its pi has ended',
  returning: 'it is coming back…',
};
/** The states in which the agent can end without losing anything. */
const QUIET: readonly string[] = ['starting', 'idle', 'exited'];

/** A component of pi's TUI. */
export class WaitingScreen {
  readonly #options: WaitingScreenOptions;
  readonly #wanted = Promise.withResolvers<true>();
  #status: Status | 'returning' = 'starting';
  #trouble = '';
  #isWarned = false;

  constructor(options: WaitingScreenOptions) {
    this.#options = options;
  }

  /** Resolves when the user wants the session back. */
  get isWanted(): Promise<true> {
    return this.#wanted.promise;
  }

  set status(status: Status | 'returning') {
    if (status === this.#status && this.#trouble === '') return;
    if (QUIET.includes(status)) this.#isWarned = false;
    [this.#status, this.#trouble] = [status, ''];
    this.#options.onChange();
  }

  set trouble(words: string) {
    this.#trouble = words;
    this.#options.onChange();
  }

  render(width: number): string[] {
    const { link, theme } = this.#options;
    const say = (color: 'accent' | 'muted' | 'warning', text: string): string[] =>
      wrap(text, Math.max(1, width - 1)).map((line) => ` ${theme.fg(color, line)}`);
    const warning = this.#isWarned ? 'It is at work: Escape again stops it.' : this.#trouble;
    return [
      '',
      ...say('accent', `This session is open in the browser: ${WORDS[this.#status]}`),
      ...say('muted', link),
      ...(warning ? say('warning', warning) : []),
      ...say('muted', 'Escape takes it back · o opens another tab'),
      '',
    ];
  }

  handleInput(data: string): void {
    if (data === 'o') this.#options.onOpen();
    if (!isEscape(data) || this.#status === 'returning') return;
    const isAtWork = !QUIET.includes(this.#status) && this.#trouble === '';
    if (isAtWork && !this.#isWarned) this.#isWarned = true;
    else this.#wanted.resolve(true);
    this.#options.onChange();
  }

  /** Nothing is cached between two renders. */
  invalidate(): void {
    this.#options.onChange();
  }
}

/** Whether the data is Escape or Ctrl+C, as a terminal sends them with and without Kitty's protocol. */
export function isEscape(data: string): boolean {
  // eslint-disable-next-line no-control-regex -- these are the keys
  return /^(?:\x1b|\x03|\x1b\[27(?:;1)?u|\x1b\[99;5u)$/.test(data);
}

/** Breaks a text into lines, assuming that each character takes one column. A link has no spaces to break at. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    const joined = line === '' ? word : `${line} ${word}`;
    if (joined.length <= width) lines[lines.length - 1] = joined;
    else {
      if (line === '') lines.pop();
      for (let at = 0; at < word.length; at += width) lines.push(word.slice(at, at + width));
    }
  }
  return lines;
}
