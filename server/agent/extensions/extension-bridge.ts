// The server's end of the panel's own extension: picks its words out of what pi writes, so that no page sees them, and
// asks it for what RPC mode has no command for. What a word means for the agent is told by events like all else.
import {
  CHANNEL,
  type Caller,
  type CompanionRequest,
  type CompanionWord,
} from '../../../shared/companion.ts';
import type { SlashCommand } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Asker, View } from '../../../shared/view/view.ts';
import type { Stage } from '../feed/stage.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { Flags } from '../process/program.ts';
import { wantedOf } from './terminal-wants.ts';

export interface ExtensionBridgeOptions {
  pi: Pick<PiPort, 'request'>;
  view: () => View;
  emit: (event: ViewEvent) => void;
  /** Names of the commands of extensions that pi has not answered yet. */
  pendingCommands: () => readonly string[];
  /** The extension that asked goes on without an answer. */
  onWithdrawn: (dialog: string) => void;
}

const MAX_LABEL = 200;

type Word<T extends CompanionWord['say']> = Extract<CompanionWord, { say: T }>;

export class ExtensionBridge implements Stage<PiEvent, PiEvent> {
  readonly #options: ExtensionBridgeOptions;
  readonly #asked = new Map<string, (word: Word<'answer'>) => void>();
  /** What was wanted and told of since pi began. */
  #wanted = new Set<string>();
  /** Set by the record right before a dialog. */
  #asker: Word<'asks'> | null = null;
  /** Ids of the dialogs that can be withdrawn, by the names that the extension has for them. */
  readonly #withdrawable = new Map<string, string>();
  #session: string | null = null;
  /** What the extension is asked by; null while it is not there. */
  #command: string | null = null;

  constructor(options: ExtensionBridgeOptions) {
    this.#options = options;
  }

  /** Call this before pi starts with these flags. */
  reset(flags: Flags): void {
    this.#wanted = new Set();
    this.#asker = null;
    this.#withdrawable.clear();
    this.#session = null;
    this.#command = null;
    this.#options.emit({ type: 'panel_companion', lack: lackOf(flags) });
  }

  /** Takes the words of the extension out; what each of them means depends on the view at that point. */
  push(events: readonly PiEvent[]): PiEvent[] {
    return events.flatMap((event) => {
      const word = wordOf(event);
      if (!word) return [this.#withAsker(event)];
      this.#hear(word);
      return [];
    });
  }

  /** What pi lists without the command that is nobody's to type. */
  withoutOwn(commands: readonly SlashCommand[]): SlashCommand[] {
    return commands.filter(({ name, source }) => name !== this.#command || source !== 'extension');
  }

  /** The answer of the extension. Throws a Refusal: 409 `no_companion`, 502 `agent_refused` with its own words. */
  async ask<T>(request: CompanionRequest): Promise<T> {
    const lack = this.#command === null ? this.#options.view().companionLack : null;
    if (lack !== null) throw new Refusal(409, 'no_companion', lack);
    const n = crypto.randomUUID();
    const message = `/${this.#command} ${JSON.stringify({ n, ...request })}`;
    let answer: Word<'answer'> | undefined;
    this.#asked.set(n, (word) => (answer = word));
    try {
      // Its words come before pi's answer, which is given when the command has ended.
      const response = await this.#options.pi.request({ type: 'prompt', message });
      if (!response.success) throw refused(response.error);
    } finally {
      this.#asked.delete(n);
    }
    if (!answer) throw refused('The extension of the panel did not answer.');
    if ('error' in answer) throw refused(answer.error);
    return answer.data as T;
  }

  #hear(word: CompanionWord): void {
    if (word.say === 'asks') this.#asker = word;
    else if (word.say === 'over') this.#ended(word);
    else if (word.say === 'here') this.#arrived(word);
    else if (word.say === 'answer') this.#asked.get(word.n)?.(word);
    else if (word.say === 'wants') this.#tellWanted(word);
    else if (word.say === 'blocked') this.#options.emit({ type: 'panel_tool_blocked', call: word.call });
    else if (word.say === 'label') this.#options.emit(labelled(word));
  }

  /** Before any other extension says something in the new session: what the old ones showed goes with them. */
  #arrived({ session, isReload, command }: Word<'here'>): void {
    const { emit, view } = this.#options;
    const isOther = this.#session !== null && (this.#session !== session || isReload);
    this.#session = session;
    this.#command = command;
    if (view().companionLack !== null) emit({ type: 'panel_companion', lack: null });
    if (isOther) emit({ type: 'panel_ui_reset' });
  }

  #tellWanted({ by, calls }: Word<'wants'>): void {
    const news = calls.filter((call) => !this.#wanted.has(`${by.path} ${call}`));
    for (const call of news) this.#wanted.add(`${by.path} ${call}`);
    if (news.length === 0) return;
    this.#options.emit({
      type: 'panel_notice',
      kind: 'info',
      message: `${by.name} wants ${wantedOf(news)}: only pi's own terminal has that.`,
      panel_at: Date.now(),
    });
  }

  #withAsker(event: PiEvent): PiEvent {
    const asker = this.#asker;
    this.#asker = null;
    if (!asker || event.type !== 'extension_ui_request' || !('title' in event) || event.method === 'setTitle')
      return event;
    const { by, n } = asker;
    if (n !== undefined) this.#withdrawable.set(n, event.id);
    const asked = { ...event, ...(by && { panel_by: this.#askerOf(by, asker) }) };
    return asked;
  }

  /** A dialog that was withdrawn before it was asked (its signal was aborted already) pi never writes. */
  #ended({ n, isWithdrawn }: Word<'over'>): void {
    const dialog = this.#withdrawable.get(n);
    this.#withdrawable.delete(n);
    if (this.#asker?.n === n) this.#asker = null;
    if (dialog !== undefined && isWithdrawn) this.#options.onWithdrawn(dialog);
  }

  /** Which command or tool of the extension it is, where only one of them is under way. */
  #askerOf(by: Caller, { commands, tools }: Word<'asks'>): Asker {
    const { pendingCommands, view } = this.#options;
    const running = Object.values(view().toolRuns).filter(({ state }) => state === 'running');
    const command = only(pendingCommands().filter((name) => commands.includes(name)));
    const tool = only(running.map(({ name }) => name).filter((name) => tools.includes(name)));
    const { name: extension, path } = by;
    return { extension, path, ...(command ? { command } : tool && { tool }) };
  }
}

/** Why the extension cannot be asked yet, or at all. */
function lackOf({ companion, withoutExtensions }: Flags): string {
  if (withoutExtensions)
    return 'pi runs without extensions, without that of the panel too: restart it with them.';
  if (!companion) return 'The panel was started without its own extension (--no-companion).';
  return 'The extension of the panel is not loaded yet.';
}

function labelled({ entryId, label, row }: Word<'label'>): ViewEvent {
  return {
    type: 'panel_label',
    entryId,
    ...(label && { label: label.slice(0, MAX_LABEL) }),
    ...(row && { row }),
  };
}

/** What somebody else says under this key is a status like any other. */
function wordOf(event: PiEvent): CompanionWord | null {
  if (event.type !== 'extension_ui_request' || event.method !== 'setStatus') return null;
  if (event.statusKey !== CHANNEL || event.statusText === undefined) return null;
  try {
    const word = JSON.parse(event.statusText) as CompanionWord;
    return typeof word === 'object' && word !== null && 'say' in word ? word : null;
  } catch {
    return null;
  }
}

function only(names: readonly string[]): string | undefined {
  return new Set(names).size === 1 ? names[0] : undefined;
}

function refused(why: string): Refusal {
  return new Refusal(502, 'agent_refused', why);
}
