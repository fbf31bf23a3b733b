// `/panel` in pi's own terminal: the session moves to a page in the browser, and comes back. pi loads this from the
// package's list of extensions in every mode, but it does nothing in modes other than the terminal.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../shared/error-text.ts';
import { SessionHold } from '../sessions/session-hold.ts';
import { findPanel } from './find-panel.ts';
import { HandOver } from './hand-over.ts';
import { showQr } from './qr-screen.ts';

const USAGE = '/panel opens this session in the browser, /panel qr shows a code for your phone.';

export default function terminal(pi: ExtensionAPI): void {
  const hold = sharedHold();
  let isAway = false;

  pi.on('session_start', async (_event, ctx) => {
    const file = ctx.sessionManager.getSessionFile();
    if (!isTerminal(ctx) || !file || (await hold.claim(file))) return;
    const text =
      'A panel uses this session. Messages from both would make two branches of it: /panel opens it there.';
    ctx.ui.notify(text, 'warning');
  });
  // While the session is away nothing here may write to its file, such as the price of a request that keeps the
  // provider's cache warm (pi 0.84) or a message that another extension sends.
  pi.on('cache_warming_decision', () => (isAway ? { action: 'stop' } : undefined));
  pi.on('input', () => (isAway ? { action: 'handled' } : undefined));

  pi.registerCommand('panel', {
    description: 'Open this session in the browser (qr: a code for your phone)',
    handler: async (args, ctx) => {
      const what = args.trim();
      if (!isTerminal(ctx))
        return ctx.ui.notify('/panel is for pi in a terminal; this is the panel.', 'info');
      if (what !== '' && what !== 'qr') return ctx.ui.notify(USAGE, 'info');
      try {
        const panel = await findPanel(ctx);
        if (what === 'qr') return await showQr(panel, ctx);
        isAway = true;
        await new HandOver({ panel, ctx, hold }).run();
      } catch (error) {
        ctx.ui.notify(errorText(error), 'error');
      } finally {
        isAway = false;
      }
    },
  });
}

/**
 * Returns the one hold of the whole process. pi loads its extensions again for each session, and nobody else may get
 * the file between two sessions, or while the same one is read again. Claiming another file releases this one, and so
 * does the end of pi.
 */
function sharedHold(): SessionHold {
  const shared = globalThis as { [key: symbol]: SessionHold | undefined };
  return (shared[Symbol.for('pi-panel.hold')] ??= new SessionHold());
}

/** Whether pi runs in a terminal. Versions of pi before 0.79 do not report the mode. */
function isTerminal({ hasUI, mode }: Pick<ExtensionContext, 'hasUI'> & { mode?: string }): boolean {
  return mode === undefined ? hasUI && process.stdin.isTTY : mode === 'tui';
}
