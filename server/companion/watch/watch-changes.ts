// Records what tools change. pi awaits the handlers of `tool_call` before a tool runs, also for nested calls and for
// tools from extensions (in pi 0.73.1 to 1.5.2). An error here would block the tool, so errors are caught, and no tool
// waits for long.
import { realpath } from 'node:fs/promises';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { errorText } from '../../../shared/error-text.ts';
import type { CompanionReport } from '../../../shared/companion.ts';
import { changesFolder, CHANGES_VARIABLE } from '../../changes/journal/changes-folder.ts';
import { mayWrite } from '../../changes/may-write.ts';
import { Recorder } from '../../changes/recorder.ts';
import type { Turn } from '../../changes/journal/journal.ts';

/** The longest that a tool is delayed. */
const LIMIT_MS = 3000;
const FOLDER = Symbol.for('pi-panel.changes');
/** The id of the last session, for a fork of it, in which pi loads the extensions again. */
const SESSION = Symbol.for('pi-panel.changes.session');

export function watchChanges(
  pi: ExtensionAPI,
  senderFor: (ctx: ExtensionContext) => (report: CompanionReport) => void,
): { forget: () => Promise<void> } | null {
  const all = takeFolder();
  if (!all) return null;
  let recorder: Recorder | null = null;
  let workspace = '';
  let lastBranch = '';

  /** Runs work so that it neither fails nor takes long. */
  const guard = async (ctx: ExtensionContext, work: () => Promise<unknown>): Promise<void> => {
    const guarded = work().catch((error: unknown) => {
      const problem = `Changes of files are not recorded: ${errorText(error)}`;
      // A context throws once its session has been replaced.
      try {
        senderFor(ctx)({ type: 'changes', problem });
      } catch {
        process.stderr.write(`pi-panel: ${problem}\n`);
      }
    });
    await Promise.race([guarded, new Promise((resolve) => setTimeout(resolve, LIMIT_MS).unref())]);
  };

  const openRecorder = async (ctx: ExtensionContext): Promise<Recorder> => {
    const real = await realpath(ctx.cwd);
    if (recorder && workspace === real) return recorder;
    await recorder?.close();
    workspace = real;
    return (recorder = new Recorder(real, changesFolder(all, real)));
  };

  const recordBranch = async (ctx: ExtensionContext, origin?: string): Promise<void> => {
    const session = ctx.sessionManager.getSessionId();
    const turns = turnsOf(ctx);
    const branch = JSON.stringify([session, turns]);
    const isEmpty = turns.length === 0 && origin === undefined;
    const isNews = branch !== lastBranch && (!isEmpty || lastBranch.startsWith(`["${session}"`));
    lastBranch = branch;
    if (!isNews) return;
    await (await openRecorder(ctx)).branch(session, turns, origin);
    senderFor(ctx)({ type: 'changes' });
  };

  pi.on('session_start', ({ reason }, ctx) => {
    const kept = globalThis as { [SESSION]?: string };
    const origin = reason === 'fork' ? kept[SESSION] : undefined;
    kept[SESSION] = ctx.sessionManager.getSessionId();
    return guard(ctx, () => recordBranch(ctx, origin));
  });
  pi.on('session_tree', (_event, ctx) => guard(ctx, () => recordBranch(ctx)));
  pi.on('agent_start', (_event, ctx) => {
    void guard(ctx, async () => (await openRecorder(ctx)).warm());
  });
  pi.on('tool_call', async ({ toolCallId: call, toolName: tool, input }, ctx) => {
    if (!mayWrite(tool)) return;
    await guard(ctx, async () => {
      const { path } = input as { path?: unknown };
      const isDeclared = (tool === 'edit' || tool === 'write') && typeof path === 'string';
      const session = ctx.sessionManager.getSessionId();
      const turn = lastTurn(ctx);
      const { command } = input as { command?: unknown };
      const text = typeof command === 'string' ? command : JSON.stringify(input);
      const started = { session, turn, call, tool, ...(isDeclared ? { path } : { text }) };
      await (await openRecorder(ctx)).begin(started);
    });
  });
  const end = (call: string, ctx: ExtensionContext): Promise<void> =>
    guard(ctx, async () => {
      if (await recorder?.end(call)) senderFor(ctx)({ type: 'changes' });
    });
  pi.on('tool_result', ({ toolCallId }, ctx) => end(toolCallId, ctx));
  // A call that was blocked or aborted has no `tool_result`.
  pi.on('tool_execution_end', ({ toolCallId }, ctx) => end(toolCallId, ctx));
  const close = async (): Promise<void> => {
    await recorder?.close();
    recorder = null;
  };
  pi.on('session_shutdown', close);
  return { forget: close };
}

/**
 * Returns the folder that the panel names in the environment. Removes the variable, because programs that tools start
 * do not need it, and keeps the folder for the next time that pi loads the extensions.
 */
function takeFolder(): string | undefined {
  const kept = globalThis as { [FOLDER]?: string | undefined };
  kept[FOLDER] ??= process.env[CHANGES_VARIABLE];
  delete process.env[CHANGES_VARIABLE];
  return kept[FOLDER];
}

/** Returns the user's message that the agent is working on. */
function lastTurn(ctx: ExtensionContext): Turn {
  const turn = walk(ctx).next();
  return turn.done ? { id: 'start', at: 0 } : turn.value;
}

/** Returns the turns, oldest first. */
function turnsOf(ctx: ExtensionContext): Turn[] {
  return [...walk(ctx)].reverse();
}

/** Yields the user's messages from the end of the branch to its start. */
function* walk({ sessionManager }: ExtensionContext): Generator<Turn> {
  for (let id = sessionManager.getLeafId(); id;) {
    const entry = sessionManager.getEntry(id);
    if (entry?.type === 'message' && entry.message.role === 'user') yield { id, at: entry.message.timestamp };
    id = entry?.parentId ?? null;
  }
}
