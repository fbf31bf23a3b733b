// The sub-agents of one package, as its extension knows them inside pi. No package documents a format for others, so
// a source takes nothing for granted, and lists nothing where the package is not loaded.
import type { ExtensionContext } from '@earendil-works/pi-coding-agent';
import type { ChildAct, LiveChild } from '../../../shared/view/live-child.ts';
import type { Spent } from './spent.ts';

export interface KnownChild {
  child: LiveChild;
  /** The tokens and costs of its requests. Null if its package tells that itself in its results, or nobody knows. */
  spent: Spent | null;
  /** The id of its own session, if that is stored among those of the user. */
  session?: string;
  /** Its question, if the user can answer it. */
  asked?: ChildQuestion;
}

/** A question for which a sub-agent waits. */
export interface ChildQuestion {
  id: string;
  /** Rejects with a sentence for the user. */
  answer: (text: string) => Promise<void>;
}

export interface ChildSource {
  /** Called when pi shows a session, whose entries may name children that still run. */
  onSession?: (ctx: ExtensionContext) => void;
  /** Called with the details of each result of a tool. */
  onResult?: (details: unknown) => void;
  /** All that are known, oldest first, with those that have ended. */
  list: () => Promise<KnownChild[]>;
  /** Undefined if the child is not one of these. Rejects with a sentence for the user. */
  act: (id: string, act: ChildAct, text: string) => Promise<void> | undefined;
}

/** pi's bus between extensions. */
export interface Events {
  on: (name: string, handler: (data: unknown) => void) => unknown;
  emit: (name: string, data: unknown) => void;
}

const PATIENCE_MS = 15_000;

/** Sends a request over the bus and resolves to the reply to it. Rejects with the error of the extension. */
export async function askExtension(
  events: Events,
  { request, reply, data }: { request: string; reply: string; data: object },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(
    () => reject(new Error('The extension of the sub-agent did not answer in 15 seconds.')),
    PATIENCE_MS,
  );
  const stop = events.on(reply, (answer) => {
    const { success, error } = Object(answer) as { success?: unknown; error?: unknown };
    if (success === true) resolve();
    else reject(new Error(messageOf(error)));
  });
  events.emit(request, data);
  await promise.finally(() => {
    clearTimeout(timer);
    if (typeof stop === 'function') (stop as () => void)();
  });
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error;
  const { message } = Object(error) as { message?: unknown };
  return typeof message === 'string' ? message : 'The extension of the sub-agent refused it.';
}
