// Completes text in the page's composer, as pi's TUI does in its editor. The command that takes arguments completes
// them. Everything else is completed by the autocomplete providers of extensions, which wrap each other (in pi 0.73.1
// to 1.5.2).
import type { ExtensionCompletion } from '../../../shared/view/completions.ts';
import type { ExtensionCommand } from '../loaded.ts';

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
  getSuggestions: (
    ...given: [...place: PlaceArguments, options: { signal: AbortSignal; force: boolean }]
  ) => Promise<{ items: Item[]; prefix: string } | null>;
  applyCompletion: (...given: [...place: PlaceArguments, item: Item, prefix: string]) => Place;
  shouldTriggerFileCompletion?: (...place: PlaceArguments) => boolean;
}

export type ProviderFactory = (current: Provider) => Provider;

export class Completer {
  readonly #commands: () => readonly ExtensionCommand[];
  #factories: ProviderFactory[] = [];
  #asked: AbortController | null = null;

  constructor(commands: () => readonly ExtensionCommand[]) {
    this.#commands = commands;
  }

  get hasProviders(): boolean {
    return this.#factories.length > 0;
  }

  add(factory: ProviderFactory): void {
    this.#factories.push(factory);
  }

  /** Call this when another session begins. */
  reset(): void {
    this.#factories = [];
    this.#asked?.abort();
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
