// Completes text in the page's composer, as pi's TUI does in its editor. The command that takes arguments completes
// them. Everything else is completed by the autocomplete providers of extensions, which wrap each other (in pi 0.73.1
// to 1.5.2).
import { CHANNEL } from '../../../shared/companion.ts';
import type { ExtensionCompletion } from '../../../shared/view/completions.ts';
import type { ExtensionCommand } from '../loaded.ts';
import type { CombinedProvider, NamedCommand } from '../pi-parts.ts';
import { MentionedFiles } from './mentioned-files.ts';

const MAX_ITEMS = 50;
/** How long a provider may take. A slower one is ignored, because the user has kept typing. */
const PATIENCE_MS = 3000;

interface Item {
  value: string;
  label?: string;
  description?: string;
}

interface Place {
  lines: string[];
  cursorLine: number;
  cursorCol: number;
}

type PlaceArguments = [lines: string[], line: number, column: number];

export interface Provider {
  /** Characters that open the list, in pi >= 1.x. */
  triggerCharacters?: string[];
  getSuggestions: (
    ...given: [...place: PlaceArguments, options: { signal: AbortSignal; force: boolean }]
  ) => Promise<{ items: Item[]; prefix: string } | null>;
  applyCompletion: (...given: [...place: PlaceArguments, item: Item, prefix: string]) => Place;
  shouldTriggerFileCompletion?: (...place: PlaceArguments) => boolean;
}

export type ProviderFactory = (current: Provider) => Provider;

/** What the editor of an extension completes besides arguments and what providers add. */
interface EditorSources {
  /** pi's own provider, if this pi has it. */
  CombinedAutocompleteProvider?: CombinedProvider | undefined;
  /** pi's working folder. */
  folder: string;
  /** The commands of pi's prompts, skills and extensions. */
  listCommands: () => readonly NamedCommand[];
}

/** The commands of pi's TUI that the page also has, with pi's descriptions. */
const PAGE_COMMANDS: readonly NamedCommand[] = [
  { name: 'settings', description: 'Open settings menu' },
  { name: 'model', description: 'Select model' },
  { name: 'tree', description: 'Navigate session tree (switch branches)' },
  { name: 'export', description: 'Export session' },
  { name: 'copy', description: 'Copy last agent message to clipboard' },
  { name: 'name', description: 'Set session display name' },
  { name: 'session', description: 'Show session info and stats' },
  { name: 'hotkeys', description: 'Show all keyboard shortcuts' },
  { name: 'fork', description: 'Create a new fork from a previous user message' },
  { name: 'clone', description: 'Duplicate the current session at the current position' },
  { name: 'login', description: 'Configure provider authentication' },
  { name: 'logout', description: 'Remove provider authentication' },
  { name: 'new', description: 'Start a new session' },
  { name: 'compact', description: 'Manually compact the session context' },
  { name: 'resume', description: 'Resume another session' },
  { name: 'reload', description: 'Reload extensions, skills, prompts and themes' },
];

export class Completer {
  readonly #commands: () => readonly ExtensionCommand[];
  readonly #sources: EditorSources;
  #files: MentionedFiles | null = null;
  #factories: ProviderFactory[] = [];
  #asked: AbortController | null = null;
  /** Called when a provider was added. */
  onChange: () => void = () => undefined;

  constructor(
    commands: () => readonly ExtensionCommand[],
    sources: EditorSources = { folder: process.cwd(), listCommands: () => [] },
  ) {
    this.#commands = commands;
    this.#sources = sources;
  }

  get hasProviders(): boolean {
    return this.#factories.length > 0;
  }

  add(factory: ProviderFactory): void {
    this.#factories.push(factory);
    this.onChange();
  }

  /** Call this when another session begins. */
  reset(): void {
    this.#factories = [];
    this.#asked?.abort();
    this.onChange = () => undefined;
  }

  /** Returns the provider for an editor of an extension, as pi's TUI makes it. Null if this pi has none. */
  editorProvider(): Provider | null {
    const base = this.#editorBase();
    if (!base) return null;
    const characters: string[] = [];
    const provider = this.#factories.reduce((current, wrap) => {
      const wrapped = wrap(current);
      characters.push(...(wrapped.triggerCharacters ?? []));
      return wrapped;
    }, base);
    if (characters.length > 0) provider.triggerCharacters = [...new Set(characters)];
    return provider;
  }

  #editorBase(): Provider | null {
    const { CombinedAutocompleteProvider: Combined, folder, listCommands } = this.#sources;
    if (!Combined) return null;
    const files = (this.#files ??= new MentionedFiles(folder));
    /** Commands can be registered at any time. */
    const now = (): Provider => new Combined(this.#editorCommands(listCommands()), folder) as Provider;
    return {
      getSuggestions: async (...given) => {
        const [lines, line, column] = given;
        const mentioned = await files.complete(lines[line]?.slice(0, column) ?? '');
        return mentioned ?? now().getSuggestions(...given);
      },
      applyCompletion: (...given) => now().applyCompletion(...given),
      shouldTriggerFileCompletion: (...given) => now().shouldTriggerFileCompletion?.(...given) ?? true,
    };
  }

  #editorCommands(others: readonly NamedCommand[]): NamedCommand[] {
    const completing = new Map(
      this.#commands().map((one) => [one.invocationName ?? one.name, one.getArgumentCompletions] as const),
    );
    const own = new Set(PAGE_COMMANDS.map(({ name }) => name));
    const names = new Set([...others.map(({ name }) => name), ...completing.keys()]);
    const added = [...names]
      .filter((name) => !own.has(name) && name !== CHANNEL)
      .map((name) => {
        const getArgumentCompletions = completing.get(name);
        const description = others.find((one) => one.name === name)?.description;
        return {
          name,
          ...(description && { description }),
          ...(getArgumentCompletions && { getArgumentCompletions }),
        };
      });
    return [...PAGE_COMMANDS, ...added];
  }

  /**
   * Resolves to the completions, or rejects with the error of an extension. A later call ends this one, which then
   * resolves to an empty list.
   */
  async complete(before: string, after: string): Promise<ExtensionCompletion[]> {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(PATIENCE_MS)]);
    const provider = this.#factories.reduce((current, wrap) => wrap(current), this.#base());
    const place = placeOf(before, after);
    const found = await Promise.race([
      provider.getSuggestions(...place, { signal, force: false }),
      new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null))),
    ]);
    if (!found || signal.aborted) return [];
    return found.items.slice(0, MAX_ITEMS).map((item) => {
      const { lines, cursorLine, cursorCol } = provider.applyCompletion(...place, item, found.prefix);
      const above = lines.slice(0, cursorLine).reduce((sum, line) => sum + line.length + 1, 0);
      return {
        label: String(item.label ?? item.value),
        description: String(item.description ?? ''),
        text: lines.join('\n'),
        caret: above + cursorCol,
      };
    });
  }

  /** Completes only arguments, because the page itself completes commands and files. */
  #base(): Provider {
    return {
      getSuggestions: async (lines, line, column) => {
        const typed = line === 0 ? /^\/(\S+) (.*)$/.exec(lines[0]!.slice(0, column)) : null;
        if (!typed) return null;
        const [, name, prefix = ''] = typed;
        const command = this.#commands().find((one) => (one.invocationName ?? one.name) === name);
        const items = (await command?.getArgumentCompletions?.(prefix)) as Item[] | null | undefined;
        return Array.isArray(items) && items.length > 0 ? { items, prefix } : null;
      },
      applyCompletion: (...[lines, line, column, { value }, prefix]) => {
        const current = lines[line] ?? '';
        const start = current.slice(0, column - prefix.length) + value;
        // Inserts a space like pi's own provider.
        const space = prefix.startsWith('@') ? ' ' : '';
        return {
          lines: lines.with(line, start + space + current.slice(column)),
          cursorLine: line,
          cursorCol: start.length + space.length,
        };
      },
      shouldTriggerFileCompletion: () => true,
    };
  }
}

function placeOf(before: string, after: string): PlaceArguments {
  const above = before.split('\n');
  return [(before + after).split('\n'), above.length - 1, above.at(-1)!.length];
}
