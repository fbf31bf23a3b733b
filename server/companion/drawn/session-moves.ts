// What pi's TUI does after an extension has moved in the session (`ctx.fork`, `ctx.navigateTree`), and RPC mode does
// not: the message there goes into the editor, and the conversation shows the new point. pi passes these functions to
// the class that runs the extensions through one method (in pi 0.73.1 to 1.6.0), and this file replaces that method.
import { userTextOf } from '../session-tree.ts';
import type { Runner } from '../loaded.ts';
import type { PiParts } from '../pi-parts.ts';

type Move = (entryId: string, options?: { position?: string }) => Promise<{ cancelled: boolean }>;
type Actions = Record<string, unknown> & { fork?: Move; navigateTree?: Move };
type Bind = (this: Runner, actions?: Actions) => void;

export interface MoveListener {
  /** `text`: the user's message there. */
  onFork: (text: string) => void;
  onNavigate: (leafId: string | null, text: string | undefined) => void;
}

/** The property in which the class keeps the newest listener, because a reload loads this file again. */
const HOOK = Symbol.for('pi-panel.session-moves');

/** A pi without this method has no such functions. */
export function watchSessionMoves({ runner }: Pick<PiParts, 'runner'>, listener: MoveListener): void {
  const hooked = runner as Record<string | symbol, unknown>;
  const isReplaced = Object.hasOwn(hooked, HOOK);
  hooked[HOOK] = listener;
  const original = runner.bindCommandContext as Bind | undefined;
  if (isReplaced || !original) return;
  const hear = (): MoveListener => hooked[HOOK] as MoveListener;
  runner.bindCommandContext = function (this: Runner, actions) {
    if (!actions?.fork || !actions.navigateTree) return original.call(this, actions);
    const { fork, navigateTree } = actions;
    original.call(this, {
      ...actions,
      fork: async (...given) => {
        const text = given[1]?.position === 'at' ? undefined : textAt(this, given[0]);
        const result = await fork(...given);
        if (!result.cancelled && text) hear().onFork(text);
        return result;
      },
      navigateTree: async (...given) => {
        const text = textAt(this, given[0]);
        const result = await navigateTree(...given);
        if (!result.cancelled) hear().onNavigate(sessionOf(this)?.getLeafId() ?? null, text);
        return result;
      },
    });
  } satisfies Bind;
}

function sessionOf(runner: Runner) {
  return runner.createContext?.().sessionManager;
}

function textAt(runner: Runner, entryId: string): string | undefined {
  return userTextOf(sessionOf(runner)?.getEntry(entryId));
}
