// The panel as pi sees it: an extension, loaded with `-e` before all others and run inside pi, that tells the panel
// what RPC mode keeps to itself, and does for it what only an extension may do. It knows no address and no token:
// whatever it says goes through pi's own stdout. It must never stop pi: what it cannot do, it leaves out.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../shared/error-text.ts';
import { answer } from './answer.ts';
import { watchBlocked } from './watch-blocked.ts';
import { watchLabels } from './watch-labels.ts';
import { watchUi } from './watch-ui.ts';
import { CHANNEL, type CompanionRequest, type CompanionWord } from '../../shared/companion.ts';

const DESCRIPTION = 'How the panel speaks with pi';

export default function companion(pi: ExtensionAPI): void {
  pi.on('session_start', ({ reason }, ctx) => {
    const say = sayBy(ctx);
    // pi makes another `ctx.ui` for each session, the same one for all extensions (0.73.1 to 1.5.2).
    watchUi(pi, ctx.ui);
    watchLabels(ctx);
    const own = pi.getCommands().find(({ description }) => description === DESCRIPTION);
    say({
      say: 'here',
      session: ctx.sessionManager.getSessionId(),
      isReload: reason === 'reload',
      // Where another extension has a command of this name, pi gives both a number.
      command: own?.name ?? CHANNEL,
    });
  });
  watchBlocked(pi, sayBy);

  pi.registerCommand(CHANNEL, {
    description: DESCRIPTION,
    handler: async (args, ctx) => {
      const asked = requestIn(args);
      if (!asked)
        return ctx.ui.notify(`/${CHANNEL} is for the panel itself: there is nothing to type.`, 'info');
      const { n, request } = asked;
      // Said before it happens: afterwards `ctx` belongs to a runtime that is gone.
      if (request.ask === 'reload') sayBy(ctx)({ say: 'answer', n, data: null });
      try {
        const data = await answer(request, pi, ctx);
        if (request.ask !== 'reload') sayBy(ctx)({ say: 'answer', n, data });
      } catch (error) {
        if (request.ask === 'reload') throw error;
        sayBy(ctx)({ say: 'answer', n, error: errorText(error) });
      }
    },
  });
}

function sayBy(ctx: Pick<ExtensionContext, 'ui'>): (word: CompanionWord) => void {
  return (word) => ctx.ui.setStatus(CHANNEL, JSON.stringify(word));
}

/** Null when a person typed it. */
function requestIn(args: string): { n: string; request: CompanionRequest } | null {
  try {
    const { n, ...request } = JSON.parse(args) as { n: string } & CompanionRequest;
    return typeof n === 'string' && typeof request.ask === 'string' ? { n, request } : null;
  } catch {
    return null;
  }
}
