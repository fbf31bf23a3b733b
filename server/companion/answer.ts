// Answers the panel's requests with calls to pi's extension API, which are the same in pi 0.73.1 to 1.5.2.
import type { ExtensionAPI, ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import type { DrawnUi } from './drawn/drawn-ui.ts';
import { plainKey } from './drawn/key-sequences.ts';
import { loadedIn, runShortcut } from './loaded.ts';
import { sessionTree, userTextOf } from './session-tree.ts';
import type { TerminalTools } from './terminal-tools.ts';
import type { TurnBoundary } from './watch/turn-boundary.ts';
import {
  CHANNEL,
  UNDO_MESSAGE,
  type CompanionEntry,
  type CompanionRequest,
  type Navigated,
  type ToolChoice,
} from '../../shared/companion.ts';
import { cutText } from '../../shared/view/cut-text.ts';

interface Answering {
  pi: ExtensionAPI;
  ctx: ExtensionCommandContext;
  boundary: TurnBoundary;
  /** Undefined if this pi cannot draw for the page. */
  drawn: DrawnUi | undefined;
  /** Null if nothing is recorded. */
  changes: { forget: () => Promise<void> } | null;
  terminals: TerminalTools;
}

/** Resolves to the answer. Rejects with a message for the user. */
export async function answer(
  request: CompanionRequest,
  { pi, ctx, boundary, drawn, changes, terminals }: Answering,
): Promise<unknown> {
  switch (request.ask) {
    case 'tree':
      return sessionTree(ctx.sessionManager);
    case 'navigate':
      return drawn ? drawn.moveQuietly(() => navigate(request, pi, ctx)) : navigate(request, pi, ctx);
    case 'label':
      pi.setLabel(request.entryId, request.label || undefined);
      return null;
    case 'tools':
      return toolChoice(pi);
    case 'use_tools':
      pi.setActiveTools(request.names);
      return toolChoice(pi);
    case 'reload':
      await ctx.reload();
      return null;
    case 'refresh_models':
      await refreshModels(ctx.modelRegistry);
      return null;
    case 'tell':
      tellOnce(request, pi, ctx);
      return null;
    case 'hold':
      boundary.ask(request.paths);
      return null;
    case 'release':
      boundary.release();
      return null;
    case 'terminal':
    case 'keys':
    case 'close':
      return (await drawn?.drawings.onRequest(request)) ?? null;
    case 'draw':
      return drawn?.renderers.draw(request.rows, request.columns, ctx) ?? request.rows.map(() => null);
    case 'complete':
      return (await drawn?.completer.complete(request.before, request.after)) ?? [];
    case 'themes':
      return drawn?.themes.all ?? [];
    case 'loaded':
      return loadedIn(drawn?.runner() ?? {}, pi);
    case 'shortcut':
      runShortcut(drawn?.runner() ?? {}, request.path, request.key);
      return null;
    case 'press':
      return drawn?.drawings.listeners.passKey(plainKey(request.data)) === '';
    case 'offer_terminal':
      terminals.offer(request.access);
      return null;
    case 'terminal_used':
      terminals.onAnswer(request.use, request);
      return null;
    case 'forget':
      await changes?.forget();
      return null;
    default:
      request satisfies never;
      throw new Error('The panel’s extension does not support this request.');
  }
}

function tellOnce(
  { id, text, undo }: Extract<CompanionRequest, { ask: 'tell' }>,
  pi: ExtensionAPI,
  { sessionManager }: ExtensionCommandContext,
): void {
  const isTold = sessionManager
    .getEntries()
    .some(
      (entry) => entry.type === 'custom_message' && (entry.details as { id?: unknown } | null)?.id === id,
    );
  if (isTold) return;
  pi.sendMessage({ customType: UNDO_MESSAGE, content: text, display: true, details: { ...undo, id } });
}

/** Makes pi read its credentials again. Up to about 0.80, pi keeps them in memory and has to be told to. */
async function refreshModels(registry: ExtensionCommandContext['modelRegistry']): Promise<void> {
  const { authStorage } = registry as unknown as { authStorage?: { reload: () => void } };
  authStorage?.reload();
  await registry.refresh({ allowNetwork: false });
}

async function navigate(
  { entryId, summarize, instructions }: Extract<CompanionRequest, { ask: 'navigate' }>,
  pi: ExtensionAPI,
  ctx: ExtensionCommandContext,
): Promise<Navigated> {
  const text = userTextOf(ctx.sessionManager.getEntry(entryId));
  const cameFrom = returnPoint(pi, ctx.sessionManager);
  const { cancelled } = await ctx.navigateTree(entryId, {
    summarize,
    ...(instructions && { customInstructions: instructions }),
  });
  return {
    isCancelled: cancelled,
    leafId: ctx.sessionManager.getLeafId(),
    ...(text !== undefined && !cancelled && { text }),
    ...(cameFrom !== null && { cameFrom }),
  };
}

/**
 * Returns an entry through which pi can come back to the end of the current branch. pi goes before a user's message and
 * before a custom message, such as the one about an undo (in pi 0.73.1 to 1.5.2), so these get an entry behind them.
 */
function returnPoint(pi: ExtensionAPI, session: ExtensionCommandContext['sessionManager']): string | null {
  const leafId = session.getLeafId();
  const leaf = leafId === null ? undefined : session.getEntry(leafId);
  if (leaf?.type !== 'custom_message' && userTextOf(leaf) === undefined) return leafId;
  pi.appendEntry(CHANNEL, { isReturnPoint: true } satisfies CompanionEntry);
  return session.getLeafId();
}

function toolChoice(pi: ExtensionAPI): ToolChoice {
  const active = new Set(pi.getActiveTools());
  const tools = pi.getAllTools().map(({ name, description }) => ({
    name,
    description: cutText(description.split('\n')[0]!, 200),
    isActive: active.has(name),
  }));
  return { tools };
}
