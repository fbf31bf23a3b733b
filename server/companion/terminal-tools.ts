// The tools with which pi uses the terminals that the user shares. They are registered once the user shares the first
// one, and active while one is shared.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../shared/companion.ts';
import type { ShellAccess } from '../../shared/shells.ts';
import { toTool, type PanelTools, type Tool } from './panel-tools.ts';

type Use = Omit<Extract<CompanionReport, { type: 'terminal_use' }>, 'type' | 'n'>;

/** How long the panel may take, in ms. */
const LIMIT_MS = 10_000;
const READ = 'read_terminal';
const TYPE = 'type_in_terminal';
const NAME = { type: 'string', description: 'The name of the terminal. Not needed if only one is shared.' };

export class TerminalTools {
  readonly #tools: PanelTools;

  constructor(tools: PanelTools) {
    this.#tools = tools;
  }

  offer(access: ShellAccess): void {
    this.#tools.setActive(READ, access !== 'none', () => this.#readTool());
    this.#tools.setActive(TYPE, access === 'type', () => this.#typeTool());
  }

  #readTool(): Tool {
    const properties = {
      name: NAME,
      lines: { type: 'number', description: 'How many of the last lines, at most 1000. 100 if absent.' },
      since: {
        type: 'number',
        description: 'Only lines after an earlier read: the number that it returned.',
      },
    };
    return toTool({
      name: READ,
      label: 'Read terminal',
      description:
        'Reads the last lines of a terminal that the user shares, such as the log of a dev server or the output of tests.',
      parameters: { type: 'object', properties },
      execute: (...[, { name, lines, since }, signal, , ctx]) =>
        this.#use(ctx, signal, pick({ name, lines, since })),
    });
  }

  #typeTool(): Tool {
    const input = {
      type: 'string',
      description: String.raw`What to type. End a command with \r, which is Enter.`,
    };
    return toTool({
      name: TYPE,
      label: 'Type in terminal',
      description:
        'Types in a terminal that the user shares. The user sees each input first and may refuse it.',
      parameters: { type: 'object', properties: { name: NAME, input }, required: ['input'] },
      execute: async (...[, { name, input: asked }, signal, , ctx]) => {
        const typed = String(asked);
        const where = typeof name === 'string' ? ` in “${name}”` : '';
        const options = signal ? { signal } : {};
        // JSON shows each character, also those that a screen does not.
        const isAllowed = await ctx.ui.confirm(`Type${where}?`, JSON.stringify(typed), options);
        if (!isAllowed) throw new Error('The user did not allow this input.');
        return this.#use(ctx, signal, { ...pick({ name }), input: typed });
      },
    });
  }

  #use(ctx: ExtensionContext, signal: AbortSignal | undefined, use: Use): Promise<unknown> {
    return this.#tools.use({ ctx, signal, limit: LIMIT_MS }, (n) => ({ type: 'terminal_use', n, ...use }));
  }
}

/** Leaves out values of another type. */
function pick({ name, lines, since }: { name?: unknown; lines?: unknown; since?: unknown }): Use {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof lines === 'number' && { lines }),
    ...(typeof since === 'number' && { since }),
  };
}
