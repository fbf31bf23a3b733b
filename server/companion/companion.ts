// The panel's own extension, which pi loads with `-e` before all others. It tells the panel what RPC mode leaves out,
// and does what only an extension can do. It has no address or token, because everything it sends goes through pi's
// stdout. It must never break pi, so it skips whatever this pi does not support.
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../shared/error-text.ts';
import { answer } from './answer.ts';
import { Children } from './children/watch-children.ts';
import { ContextEdits } from './context/edits.ts';
import { TurnBoundary } from './watch/turn-boundary.ts';
import { provideTrustQuestions } from './startup-questions.ts';
import { PanelTools } from './panel-tools.ts';
import { SwitchedTools } from './switched-tools.ts';
import { TerminalTools } from './terminal-tools.ts';
import { watchTerminalClipboard } from './terminal-clipboard.ts';
import { watchTerminalNotices } from './terminal-notices.ts';
import { Quotas } from './watch/quotas.ts';
import { limitCacheWarming } from './watch/cache-warming.ts';
import { watchBlocked } from './watch/watch-blocked.ts';
import { watchChanges } from './watch/watch-changes.ts';
import { watchEntries } from './watch/watch-entries.ts';
import { watchLabels } from './watch/watch-labels.ts';
import { watchUi } from './watch/watch-ui.ts';
import { DRAWN_CALLS, provideDrawnUi, type DrawnUi } from './drawn/drawn-ui.ts';
import { CHANNEL, type CompanionReport, type CompanionRequest } from '../../shared/companion.ts';

const DESCRIPTION = 'Used by the panel to talk to pi';

export default async function companion(pi: ExtensionAPI): Promise<void> {
  const drawn = await provideOrExplain();
  const drawings = drawn.ui?.drawings;
  drawn.ui?.completeCommands(() => pi.getCommands());
  const reportAll = (): void => {
    drawn.ui?.renderers.report();
    drawn.ui?.registered.report();
  };
  pi.on('session_start', ({ reason }, ctx) => {
    const send = senderFor(ctx);
    // pi creates one `ctx.ui` for each session, which all extensions share (in pi 0.73.1 to 1.5.2).
    const problem = drawn.ui?.isInUse() === false ? problemOf('class of its extensions') : drawn.problem;
    watchUi(pi, ctx.ui, problem ? [] : DRAWN_CALLS);
    watchLabels(ctx);
    const { ui } = ctx;
    watchTerminalNotices((text) => ui.notify(text, 'info'));
    watchTerminalClipboard((text) => send({ type: 'clipboard', text }));
    const own = pi.getCommands().find(({ description }) => description === DESCRIPTION);
    send({
      type: 'loaded',
      session: ctx.sessionManager.getSessionId(),
      isReload: reason === 'reload',
      // If another extension has a command of this name, pi adds a number to both.
      command: own?.name ?? CHANNEL,
      isTrusted: isTrusted(ctx),
    });
    if (problem) send({ type: 'notice', message: problem });
    reportAll();
    void drawn.ui?.themes.read(ctx.cwd, isTrusted(ctx)).catch(() => undefined);
    if (drawn.ui) watchEntries(ctx, drawn.ui.renderers);
  });
  pi.on('project_trust', (_event, ctx) => {
    provideTrustQuestions(ctx);
    return { trusted: 'undecided' };
  });
  // Tools and commands can be registered at any time.
  pi.on('agent_start', reportAll);
  pi.on('tool_execution_start', reportAll);
  // Extensions draw again after these events. A footer may show, for instance, what the conversation has cost so far.
  const redrawAll = (): void => drawings?.redrawAll();
  pi.on('message_end', redrawAll);
  pi.on('agent_end', redrawAll);
  pi.on('model_select', (_event, ctx) => {
    redrawAll();
    // pi does not announce a new model or thinking level (in pi 0.73.1 to 1.5.2).
    senderFor(ctx)({ type: 'model' });
  });
  drawn.ui?.renderers.calls.watch(pi);
  drawn.ui?.renderers.live.watch(pi);
  drawn.ui?.renderers.messages.watch(pi);
  pi.on('session_shutdown', () => drawings?.closeAll());
  limitCacheWarming(pi, senderFor);
  watchBlocked(pi, senderFor);
  const changes = watchChanges(pi, senderFor);
  const boundary = new TurnBoundary(pi, senderFor);
  const tools = new PanelTools(pi, senderFor);
  const terminals = new TerminalTools(tools);
  const switched = new SwitchedTools(tools);
  const edits = new ContextEdits(pi, (ctx, entries) => senderFor(ctx)({ type: 'context_edited', entries }));

  const children = new Children(pi, senderFor);
  const quotas = new Quotas(pi);

  pi.registerCommand(CHANNEL, {
    description: DESCRIPTION,
    handler: async (args, ctx) => {
      const asked = requestIn(args);
      if (!asked)
        return ctx.ui.notify(`/${CHANNEL} is used by the panel itself and cannot be typed.`, 'info');
      const { n, request } = asked;
      drawings?.onCommand();
      // The answer is sent first, because after the reload `ctx` belongs to a runtime that is gone.
      if (request.ask === 'reload') senderFor(ctx)({ type: 'answer', n, data: null });
      try {
        const own = {
          boundary,
          drawn: drawn.ui,
          changes,
          tools,
          terminals,
          switched,
          edits,
          children,
          quotas,
        };
        const data = await answer(request, { pi, ctx, ...own });
        if (request.ask !== 'reload') senderFor(ctx)({ type: 'answer', n, data });
      } catch (error) {
        if (request.ask === 'reload') throw error;
        senderFor(ctx)({ type: 'answer', n, error: errorText(error) });
      }
    },
  });
}

/**
 * Returns the drawn UI, or a reason for the user if this pi is built differently. Extensions then draw nothing, as in
 * plain RPC mode.
 */
async function provideOrExplain(): Promise<{ ui?: DrawnUi; problem?: string }> {
  try {
    return { ui: await provideDrawnUi() };
  } catch (error) {
    return { problem: problemOf(errorText(error)) };
  }
}

function problemOf(part: string): string {
  return `What extensions draw is not shown: this pi has no ${part} that the panel knows.`;
}

/** Whether pi uses the project's resources. pi up to 0.78 trusts every project. */
function isTrusted(ctx: ExtensionContext): boolean {
  const { isProjectTrusted } = ctx as { isProjectTrusted?: () => boolean };
  return isProjectTrusted?.call(ctx) ?? true;
}

function senderFor(ctx: Pick<ExtensionContext, 'ui'>): (report: CompanionReport) => void {
  return (report) => ctx.ui.setStatus(CHANNEL, JSON.stringify(report));
}

/** Returns the request, or null if the user typed the command. */
function requestIn(args: string): { n: string; request: CompanionRequest } | null {
  try {
    const { n, ...request } = JSON.parse(args) as { n: string } & CompanionRequest;
    return typeof n === 'string' && typeof request.ask === 'string' ? { n, request } : null;
  } catch {
    return null;
  }
}
