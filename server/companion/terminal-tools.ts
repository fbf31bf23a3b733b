// The tools with which pi uses the terminals that the user shares. They are registered once the user shares the first
// one, and active while one is shared.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport } from '../../shared/companion.ts';
import type { ShellAccess } from '../../shared/shells.ts';

type Use = Omit<Extract<CompanionReport, { type: 'terminal_use' }>, 'type' | 'n'>;
type Tool = Parameters<ExtensionAPI['registerTool']>[0];

/** How long the panel may take, in ms. */
const LIMIT_MS = 10_000;
const READ = 'read_terminal';
const TYPE = 'type_in_terminal';
const NAME = { type: 'string', description: 'The name of the terminal. Not needed if only one is shared.' };

export class TerminalTools {
  readonly #pi: ExtensionAPI;
  readonly #senderFor: (ctx: Pick<ExtensionContext, 'ui'>) => (report: CompanionReport) => void;
  readonly #registered = new Set<string>();
  readonly #waiting = new Map<string, (answer: { text?: string; error?: string }) => void>();

  constructor(
    pi: ExtensionAPI,
    senderFor: (ctx: Pick<ExtensionContext, 'ui'>) => (report: CompanionReport) => void,
  ) {
    this.#pi = pi;
    this.#senderFor = senderFor;
  }

  offer(access: ShellAccess): void {
    this.#setActive(READ, access !== 'none', () => this.#readTool());
    this.#setActive(TYPE, access === 'type', () => this.#typeTool());
  }

  onAnswer(n: string, answer: { text?: string; error?: string }): void {
    this.#waiting.get(n)?.(answer);
  }

  #setActive(name: string, isActive: boolean, toolOf: () => Tool): void {
    const pi = this.#pi;
    if (isActive && !this.#registered.has(name)) {
      pi.registerTool(toolOf());
      this.#registered.add(name);
    }
    const others = pi.getActiveTools().filter((other) => other !== name);
    if (this.#registered.has(name)) pi.setActiveTools(isActive ? [...others, name] : others);
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

  async #use(ctx: ExtensionContext, signal: AbortSignal | undefined, use: Use): Promise<unknown> {
    const n = crypto.randomUUID();
    const { promise, resolve } = Promise.withResolvers<{ text?: string; error?: string }>();
    this.#waiting.set(n, resolve);
    const onAbort = (): void => resolve({ error: 'It was stopped.' });
    signal?.addEventListener('abort', onAbort);
    const timer = setTimeout(() => resolve({ error: 'The panel does not answer.' }), LIMIT_MS);
    this.#senderFor(ctx)({ type: 'terminal_use', n, ...use });
    const { text = '', error } = await promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    this.#waiting.delete(n);
    if (error !== undefined) throw new Error(error);
    return { content: [{ type: 'text', text }], details: {} };
  }
}

type ToolCall = [
  id: string,
  input: Record<string, unknown>,
  signal: AbortSignal | undefined,
  onUpdate: unknown,
  ctx: ExtensionContext,
];

interface PlainTool {
  name: string;
  label: string;
  description: string;
  parameters: object;
  execute: (...call: ToolCall) => Promise<unknown>;
}

/** pi takes plain JSON schemas, too (in pi 0.79.9 to 1.6.0). Its types ask for those of TypeBox. */
function toTool(tool: PlainTool): Tool {
  return tool as unknown as Tool;
}

/** Leaves out values of another type. */
function pick({ name, lines, since }: { name?: unknown; lines?: unknown; since?: unknown }): Use {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof lines === 'number' && { lines }),
    ...(typeof since === 'number' && { since }),
  };
}
