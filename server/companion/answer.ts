// Answers the panel's requests with calls to pi's extension API, which are the same in pi 0.73.1 to 1.5.2.
import type { ExtensionAPI, ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import type { Children } from './children/watch-children.ts';
import type { ContextEdits } from './context/edits.ts';
import { contextPicture } from './context/picture.ts';
import type { DrawnUi } from './drawn/drawn-ui.ts';
import { plainKey } from './drawn/key-sequences.ts';
import { loadedIn, runShortcut } from './loaded.ts';
import { uploadReport, writeReport, zipReport } from './sharing/bug-report.ts';
import { findTarget, share, writeSession } from './sharing/share.ts';
import { sessionTree, userTextOf } from './session-tree.ts';
import { askModel } from './ask-model.ts';
import type { SwitchedTools } from './switched-tools.ts';
import type { PanelTools } from './panel-tools.ts';
import type { TerminalTools } from './terminal-tools.ts';
import type { Quotas } from './watch/quotas.ts';
import type { TurnBoundary } from './watch/turn-boundary.ts';
import {
  CHANNEL,
  UNDO_MESSAGE,
  type CompanionEntry,
  type CompanionRequest,
  type ToolChoice,
} from '../../shared/companion.ts';
import type { Navigated } from '../../shared/session-tree.ts';
import { cutText } from '../../shared/view/cut-text.ts';

interface Answering {
  pi: ExtensionAPI;
  ctx: ExtensionCommandContext;
  boundary: TurnBoundary;
  /** Undefined if this pi cannot draw for the page. */
  drawn: DrawnUi | undefined;
  /** Null if nothing is recorded. */
  changes: { forget: () => Promise<void> } | null;
  tools: PanelTools;
  terminals: TerminalTools;
  switched: SwitchedTools;
  edits: ContextEdits;
  children: Children;
  quotas: Quotas;
}

/** Resolves to the answer. Rejects with a message for the user. */
export async function answer(
  request: CompanionRequest,
  { pi, ctx, boundary, drawn, changes, tools, terminals, switched, edits, children, quotas }: Answering,
): Promise<unknown> {
  switch (request.ask) {
    case 'tree':
      return sessionTree(ctx.sessionManager);
    case 'navigate':
      return drawn ? drawn.moveQuietly(() => navigate(request, pi, ctx)) : navigate(request, pi, ctx);
    case 'label':
      pi.setLabel(request.entryId, request.label || undefined);
      return null;
    case 'context':
      return contextPicture(pi, ctx, edits);
    case 'note_plan':
      pi.appendEntry(CHANNEL, { plan: { at: request.at, notes: request.notes } } satisfies CompanionEntry);
      return null;
    case 'quotas':
      return quotas.list();
    case 'child':
      return children.act(request);
    case 'edit_context':
      edits.edit(ctx, request);
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
    case 'model':
      return askModel(ctx, request);
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
    case 'lend_terminal':
      drawn?.drawings.terminal.offer(request);
      return null;
    case 'offer_tool':
      switched.offer(request.tool, request.isOn);
      return null;
    case 'tool_used':
      tools.onAnswer(request.use, request);
      return null;
    case 'share_target':
      return findTarget(pi, ctx);
    case 'share_file':
      await writeSession(request.file, pi, ctx);
      return null;
    case 'share':
      return share(request, pi, ctx);
    case 'bug_files':
      return writeReport(request.folder, request, { pi, ctx, runner: drawn?.runner() ?? {} });
    case 'bug_upload':
      return uploadReport(request.folder, pi, ctx);
    case 'bug_zip':
      await zipReport(request.folder, request.zip, pi);
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
