// The list that opens while the user types a command or a file: its choices, and which of them is active.
import type { SlashCommand } from '../../../../shared/pi/commands.ts';
import type { CommandList } from '../../../../shared/wire.ts';
import { ListBox } from '../../../ui/lists/list-box.svelte.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { Slash } from '../../../state/workbench/region.ts';
import type { Command } from './choices.ts';
import { complete, targetAt, type Choice, type Target } from './completion.ts';

const loadFinder = () => import('./choices.ts');

export class Completions {
  choices = $state.raw<readonly Choice[]>([]);
  target = $state.raw<Target | null>(null);
  /** Tells the user which files were not searched. */
  note = $state<string | undefined>();
  /** The commands, templates and skills that pi lists. Empty until they are fetched. */
  commands = $state.raw<readonly SlashCommand[]>([]);
  readonly list = new ListBox<Choice>({ rows: () => this.choices, query: () => this.choices, wraps: true });

  readonly #agent: () => Agent;
  /** The slash commands of the page. */
  readonly #slashes: readonly Command[];
  /** Identifies the session to which `commands` belong. A different session may have different ones. */
  #commandsKey: string | null = null;
  /** The request under way, for the session of `key`. */
  #fetching: { key: string; done: Promise<void> } | null = null;
  #search: AbortController | null = null;
  /** The code that finds choices, once it is loaded, because a list must not lag behind the keys. */
  #finder: Awaited<ReturnType<typeof loadFinder>> | null = null;
  /** The text for which the list was made. */
  #text: string | null = null;
  /** The text for which the user closed the list with Escape. */
  #dismissed: string | null = null;

  constructor(agent: () => Agent, slashes: readonly Slash[]) {
    this.#agent = agent;
    this.#slashes = slashes.map((slash) => ({ ...slash, source: 'panel' }));
  }

  get isOpen(): boolean {
    return this.target !== null && this.choices.length > 0;
  }

  /** Fetches `commands` if those of this session are not known yet. Concurrent calls share one request. */
  loadCommands(): Promise<void> {
    const agent = this.#agent();
    const key = `${agent.id} ${agent.view?.session?.id ?? ''} ${agent.reloads}`;
    if (key === this.#commandsKey) return Promise.resolve();
    if (this.#fetching?.key !== key) this.#fetching = { key, done: this.#fetchCommands(agent, key) };
    return this.#fetching.done;
  }

  /** The names of the commands that extensions registered in this session. */
  async extensionCommands(): Promise<ReadonlySet<string>> {
    await this.loadCommands();
    return new Set(this.commands.filter(({ source }) => source === 'extension').map(({ name }) => name));
  }

  /** Must be called after every change of the text or the caret. */
  async update(text: string, caret: number): Promise<void> {
    if (text === this.#dismissed) return this.close();
    this.#dismissed = null;
    const target = targetAt(text, caret);
    if (!target) this.close();
    this.#search?.abort();
    const search = (this.#search = new AbortController());
    const choices = target ? await this.#find(target, search.signal) : [];
    if (search.signal.aborted || !choices) return;
    if (choices.length > 0) return this.#show(text, target!, choices);
    const agent = this.#agent();
    const registered = agent.view?.registered;
    const isOffered = registered && (registered.hasProviders || registered.completes.length > 0);
    const found = isOffered
      ? await (
          await import('./extension-completions.ts')
        ).completeByExtensions(agent, { text, caret }, search.signal)
      : [];
    if (search.signal.aborted) return;
    this.#show(text, { kind: 'text', query: text, from: 0, to: text.length }, found);
  }

  #show(text: string, target: Target, choices: readonly Choice[]): void {
    this.#text = text;
    this.target = target;
    this.choices = choices;
  }

  close(): void {
    this.#search?.abort();
    this.#search = null;
    this.target = null;
    this.note = undefined;
    this.choices = [];
  }

  dismiss(text: string): void {
    this.#dismissed = text;
    this.close();
  }

  /** Whether the text already contains the active choice. */
  get isComplete(): boolean {
    const row = this.list.activeRow;
    return this.target !== null && (row?.whole?.text ?? row?.value) === this.target.query;
  }

  /** Returns the text with the choice inserted, or null if there is none, or none yet for what was typed since. */
  choose(text: string, index = this.list.active): { text: string; caret: number } | null {
    const choice = this.choices[index];
    if (!choice || !this.target || text !== this.#text) return null;
    const done = complete(text, this.target, choice);
    this.close();
    return done;
  }

  /** Resolves to null if the search was superseded. The list then stays unchanged. */
  async #find(target: Target, signal: AbortSignal): Promise<Choice[] | null> {
    const { commandChoices, findFiles } = (this.#finder ??= await loadFinder());
    if (signal.aborted) return null;
    if (target.kind === 'command') {
      this.note = undefined;
      await this.loadCommands();
      return commandChoices([...this.#slashes, ...this.commands], target.query);
    }
    const found = await findFiles(this.#agent(), target.query, signal);
    if (!found) return null;
    this.note = found.note;
    return found.choices;
  }

  async #fetchCommands(agent: Agent, key: string): Promise<void> {
    const answer = await agent.send<CommandList>({ type: 'get_commands' });
    // The page may show another session by now.
    if (this.#fetching?.key !== key) return;
    this.#fetching = null;
    if (!answer.success || !answer.data) return;
    this.commands = answer.data.commands;
    this.#commandsKey = key;
  }
}
