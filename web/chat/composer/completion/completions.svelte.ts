// The list that opens while a command or a file is typed: its choices, and which one is active.
import type { SlashCommand } from '../../../../shared/pi/commands.ts';
import type { FoundFiles } from '../../../../shared/files.ts';
import type { CommandList } from '../../../../shared/wire.ts';
import { ListBox } from '../../../ui/lists/list-box.svelte.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { Slash } from '../../../state/workbench/region.ts';
import {
  complete,
  countUses,
  extensionChoices,
  fileChoices,
  matchingCommands,
  wantedAt,
  type Choice,
  type Command,
  type Wanted,
} from './completion.ts';
import { completeByExtensions } from './extension-completions.ts';
import { readSent } from '../draft/stored-drafts.ts';

export class Completions {
  choices = $state.raw<readonly Choice[]>([]);
  wanted = $state.raw<Wanted | null>(null);
  /** For the user: which files were not looked at. */
  note = $state<string | undefined>();
  /** The commands, templates and skills that pi lists, once fetched. */
  commands = $state.raw<readonly SlashCommand[]>([]);
  readonly list = new ListBox<Choice>({ rows: () => this.choices, query: () => this.choices, wraps: true });

  readonly #agent: () => Agent;
  /** Slash commands of the page. */
  readonly #slashes: readonly Command[];
  /** The session that `commands` belong to: another one may have others. */
  #commandsOf: string | null = null;
  #learning: Promise<void> | null = null;
  #search: AbortController | null = null;
  /** Closed by Escape, until something else is typed. */
  #dismissed: string | null = null;

  constructor(agent: () => Agent, slashes: readonly Slash[]) {
    this.#agent = agent;
    this.#slashes = slashes.map((slash) => ({ ...slash, source: 'panel' }));
  }

  get isOpen(): boolean {
    return this.wanted !== null && this.choices.length > 0;
  }

  /** Resolves when `commands` are those of the session, if pi answers; concurrent calls share one request. */
  learn(): Promise<void> {
    const agent = this.#agent();
    const of = `${agent.id} ${agent.view?.session?.id ?? ''} ${agent.reloads}`;
    if (of === this.#commandsOf) return Promise.resolve();
    return (this.#learning ??= this.#fetchCommands(of).finally(() => (this.#learning = null)));
  }

  /** The names of the commands that extensions registered in this session. */
  async extensionCommands(): Promise<ReadonlySet<string>> {
    await this.learn();
    return new Set(this.commands.filter(({ source }) => source === 'extension').map(({ name }) => name));
  }

  /** Must be called after every change of the text or the caret. */
  async look(text: string, caret: number): Promise<void> {
    if (text === this.#dismissed) return this.close();
    this.#dismissed = null;
    const wanted = wantedAt(text, caret);
    if (!wanted) this.close();
    this.#search?.abort();
    const search = (this.#search = new AbortController());
    const choices = wanted ? await this.#find(wanted, search.signal) : [];
    if (search.signal.aborted || !choices) return;
    if (choices.length > 0) return this.#show(wanted!, choices);
    const found = await completeByExtensions(this.#agent(), { text, caret }, search.signal);
    if (search.signal.aborted) return;
    this.#show({ kind: 'text', query: text, from: 0, to: text.length }, extensionChoices(found));
  }

  #show(wanted: Wanted, choices: readonly Choice[]): void {
    this.wanted = wanted;
    this.choices = choices;
  }

  close(): void {
    this.#search?.abort();
    this.#search = null;
    this.wanted = null;
    this.note = undefined;
    this.choices = [];
  }

  dismiss(text: string): void {
    this.#dismissed = text;
    this.close();
  }

  /** The text contains the active choice already. */
  get isComplete(): boolean {
    const row = this.list.activeRow;
    return this.wanted !== null && (row?.whole?.text ?? row?.value) === this.wanted.query;
  }

  /** The text with the choice inserted; null without one. */
  choose(text: string, index = this.list.active): { text: string; caret: number } | null {
    const choice = this.choices[index];
    if (!choice || !this.wanted) return null;
    if (choice.whole && text !== this.wanted.query) return null;
    const done = complete(text, this.wanted, choice);
    this.close();
    return done;
  }

  /** Null when the search was superseded: the list stays as it is. */
  async #find(wanted: Wanted, signal: AbortSignal): Promise<Choice[] | null> {
    if (wanted.kind === 'command') {
      this.note = undefined;
      await this.learn();
      return matchingCommands([...this.#slashes, ...this.commands], wanted.query, countUses(readSent()));
    }
    const agent = this.#agent();
    try {
      const path = `${agent.path}/find?query=${encodeURIComponent(wanted.query)}`;
      const { files, note } = await agent.api.json<FoundFiles>(path, { signal });
      this.note = note;
      return fileChoices(files);
    } catch (error) {
      if (signal.aborted) return null;
      // Without completion the user can still type the path.
      return error instanceof Error ? [] : null;
    }
  }

  async #fetchCommands(of: string): Promise<void> {
    const answer = await this.#agent().send<CommandList>({ type: 'get_commands' });
    if (!answer.success || !answer.data) return;
    this.commands = answer.data.commands;
    this.#commandsOf = of;
  }
}
