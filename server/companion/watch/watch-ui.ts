// Watches which methods of `ctx.ui` extensions call: dialogs, to report which extension opens them, and calls that RPC
// mode silently ignores. Every call is passed on unchanged. An extension cannot observe other things: registered keys,
// themes, and renderers, reads of `ctx.mode`, and calls before the start of the session.
import { randomUUID } from 'node:crypto';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { findCaller, nameOf } from '../caller.ts';
import { CHANNEL, type Caller, type CompanionReport } from '../../../shared/companion.ts';

type Calls = Record<string, ((...args: unknown[]) => unknown) | undefined>;

const DIALOGS = ['select', 'confirm', 'input', 'editor'] as const;

/**
 * Whether a call with these arguments requests something. Most methods undo their effect when they are called without a
 * value.
 */
const UNSUPPORTED: Record<string, (first: unknown, second: unknown) => boolean> = {
  custom: () => true,
  setFooter: isGiven,
  setHeader: isGiven,
  setEditorComponent: isGiven,
  addAutocompleteProvider: () => true,
  onTerminalInput: () => true,
  setTheme: () => true,
  getTheme: () => true,
  getAllThemes: () => true,
  setWorkingMessage: isGiven,
  setWorkingVisible: (isVisible) => isVisible === false,
  setWorkingIndicator: isGiven,
  setHiddenThinkingLabel: isGiven,
  setToolsExpanded: () => true,
  getEditorText: () => true,
  // RPC mode sends lines, but not components.
  setWidget: (_key, content) => typeof content === 'function',
};

/** Calls of one extension within this time become one notice for the user. */
const COLLECT_MS = 50;
const watched = new WeakSet<object>();

/** `working`: the methods that work in this mode because the panel provides them. */
export function watchUi(pi: ExtensionAPI, ui: ExtensionContext['ui'], working: readonly string[]): void {
  if (watched.has(ui)) return;
  watched.add(ui);
  // This does not use a context, which throws once its session has been replaced. A wrapper must not make a call fail.
  const send = (report: CompanionReport): void => ui.setStatus(CHANNEL, JSON.stringify(report));
  const calls = ui as unknown as Calls;
  /** Wraps a method. `note` may return a function to be called with the result. */
  const wrap = (name: string, note: (args: unknown[]) => ((result: unknown) => void) | void): void => {
    const original = calls[name];
    if (!original) return;
    calls[name] = (...args) => {
      const noteResult = note(args);
      const result = original.apply(ui, args);
      noteResult?.(result);
      return result;
    };
  };
  const wants = collectUnsupported(send);
  for (const [name, asks] of Object.entries(UNSUPPORTED).filter(([call]) => !working.includes(call)))
    wrap(name, (args) => {
      const by = asks(args[0], args[1]) ? findCaller() : null;
      if (by) wants(by, name);
    });
  for (const name of DIALOGS)
    wrap(name, (args) => {
      const by = findCaller();
      const signal = signalIn(args);
      const n = signal && randomUUID();
      // pi writes the dialog in the same turn of the event loop, so nothing comes between the two records.
      if (by || n) send({ type: 'dialog', ...askerOf(pi, by), ...(n && { n }) });
      if (!signal || !n) return undefined;
      const over = (): void => send({ type: 'dialog_closed', n, isWithdrawn: signal.aborted });
      return (result) => void Promise.resolve(result).then(over, over);
    });
}

/** Returns the signal in the options, which are the last argument. */
function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  const { signal } = Object(args.at(-1)) as { signal?: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Reports each call of an extension once per session. */
function collectUnsupported(send: (report: CompanionReport) => void): (by: Caller, call: string) => void {
  const reported = new Set<string>();
  const waiting = new Map<string, { by: Caller; calls: string[] }>();
  return (by, call) => {
    if (reported.has(`${by.name} ${call}`)) return;
    reported.add(`${by.name} ${call}`);
    const other = waiting.get(by.name);
    if (other) return void other.calls.push(call);
    const want = { by, calls: [call] };
    waiting.set(by.name, want);
    setTimeout(() => {
      waiting.delete(by.name);
      send({ type: 'unsupported', ...want });
    }, COLLECT_MS).unref();
  };
}

/** Describes the caller. Code left over from a replaced session no longer has commands and tools. */
function askerOf(pi: ExtensionAPI, by: Caller | null): { by?: Caller; commands: string[]; tools: string[] } {
  if (!by) return { commands: [], tools: [] };
  // The call may come from a file of the package other than the one that pi loaded.
  const isFromCaller = ({ sourceInfo }: { sourceInfo?: { path?: string } }): boolean =>
    sourceInfo?.path !== undefined && (sourceInfo.path === by.path || nameOf(sourceInfo.path) === by.name);
  try {
    return {
      by,
      commands: pi
        .getCommands()
        .filter(isFromCaller)
        .map(({ name }) => name),
      tools: pi
        .getAllTools()
        .filter(isFromCaller)
        .map(({ name }) => name),
    };
  } catch {
    return { by, commands: [], tools: [] };
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
