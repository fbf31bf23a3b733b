// Tools of pi that the panel carries out. They are registered once they are offered for the first time, and active while
// they are offered.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { CompanionReport, ToolAnswer } from '../../shared/companion.ts';

type Sender = (ctx: Pick<ExtensionContext, 'ui'>) => (report: CompanionReport) => void;
type Answer = ToolAnswer | { error: string };
export type Tool = Parameters<ExtensionAPI['registerTool']>[0];

interface Use {
  ctx: ExtensionContext;
  signal: AbortSignal | undefined;
  /** How long the panel may take, in ms. */
  limit: number;
}

export class PanelTools {
  readonly #pi: ExtensionAPI;
  readonly #senderFor: Sender;
  readonly #registered = new Set<string>();
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(pi: ExtensionAPI, senderFor: Sender) {
    this.#pi = pi;
    this.#senderFor = senderFor;
  }

  setActive(name: string, isActive: boolean, toolOf: () => Tool): void {
    const pi = this.#pi;
    if (isActive && !this.#registered.has(name)) {
      pi.registerTool(toolOf());
      this.#registered.add(name);
    }
    const others = pi.getActiveTools().filter((other) => other !== name);
    if (this.#registered.has(name)) pi.setActiveTools(isActive ? [...others, name] : others);
  }

  onAnswer(n: string, answer: Answer): void {
    this.#waiting.get(n)?.(answer);
  }

  /** Reports the use of a tool to the panel, and resolves to its result. Rejects with a sentence for the model. */
  async use({ ctx, signal, limit }: Use, report: (n: string) => CompanionReport): Promise<unknown> {
    const n = crypto.randomUUID();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(n, resolve);
    const onAbort = (): void => resolve({ error: 'It was stopped.' });
    signal?.addEventListener('abort', onAbort);
    const timer = setTimeout(() => resolve({ error: 'The panel does not answer.' }), limit);
    this.#senderFor(ctx)(report(n));
    const answer = await promise;
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    this.#waiting.delete(n);
    if ('error' in answer) throw new Error(answer.error);
    const { text, pictures = [] } = answer;
    const images = pictures.map((picture) => ({ type: 'image', ...picture }));
    return { content: [{ type: 'text', text }, ...images], details: {} };
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
export function toTool(tool: PlainTool): Tool {
  return tool as unknown as Tool;
}
