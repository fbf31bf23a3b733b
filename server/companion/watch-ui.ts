// Sees what extensions call of `ctx.ui`: the dialogs, to say who asks, and what RPC mode swallows without a word.
// Every call goes on as it was made. What is not called there cannot be seen from inside an extension: keys, themes
// and renderers that others register, their looks at `ctx.mode`, and what was called before the session's start.
import { randomUUID } from 'node:crypto';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';
import { callerIn } from './caller.ts';
import { CHANNEL, type Caller, type CompanionWord } from '../../shared/companion.ts';

type Calls = Record<string, ((...args: unknown[]) => unknown) | undefined>;

const DIALOGS = ['select', 'confirm', 'input', 'editor'] as const;

/** By what is given, whether the call asks for something: most take back what they set when given nothing. */
const SWALLOWED: Record<string, (first: unknown, second: unknown) => boolean> = {
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
  // Lines travel, a component does not.
  setWidget: (_key, content) => typeof content === 'function',
};

/** What one extension wants in one go is one line for the person. */
const GATHER_MS = 50;
const watched = new WeakSet<object>();

export function watchUi(pi: ExtensionAPI, ui: ExtensionContext['ui']): void {
  if (watched.has(ui)) return;
  watched.add(ui);
  // Not by a context, which throws once its session was replaced: a call of an extension must not fail by ours.
  const say = (word: CompanionWord): void => ui.setStatus(CHANNEL, JSON.stringify(word));
  const calls = ui as unknown as Calls;
  /** `note` may give what is to be called with the result. */
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
  const wants = gathered(say);
  for (const [name, asks] of Object.entries(SWALLOWED))
    wrap(name, (args) => {
      const by = asks(args[0], args[1]) ? callerIn(new Error().stack) : null;
      if (by) wants(by, name);
    });
  for (const name of DIALOGS)
    wrap(name, (args) => {
      const by = callerIn(new Error().stack);
      const signal = signalIn(args);
      const n = signal && randomUUID();
      // pi writes the dialog in the same turn of its loop, so nothing comes between the two records.
      if (by || n) say({ say: 'asks', ...askerOf(pi, by), ...(n && { n }) });
      if (!signal || !n) return undefined;
      const over = (): void => say({ say: 'over', n, isWithdrawn: signal.aborted });
      return (result) => void Promise.resolve(result).then(over, over);
    });
}

/** That of the options, which stand last. */
function signalIn(args: readonly unknown[]): AbortSignal | undefined {
  const { signal } = Object(args.at(-1)) as { signal?: unknown };
  return signal instanceof AbortSignal ? signal : undefined;
}

/** Each want of a caller is said once for each session. */
function gathered(say: (word: CompanionWord) => void): (by: Caller, call: string) => void {
  const said = new Set<string>();
  const waiting = new Map<string, { by: Caller; calls: string[] }>();
  return (by, call) => {
    if (said.has(`${by.path} ${call}`)) return;
    said.add(`${by.path} ${call}`);
    const other = waiting.get(by.path);
    if (other) return void other.calls.push(call);
    const want = { by, calls: [call] };
    waiting.set(by.path, want);
    setTimeout(() => {
      waiting.delete(by.path);
      say({ say: 'wants', ...want });
    }, GATHER_MS).unref();
  };
}

/** No commands and tools when the session was replaced: what is left of the old one has neither any more. */
function askerOf(pi: ExtensionAPI, by: Caller | null): { by?: Caller; commands: string[]; tools: string[] } {
  if (!by) return { commands: [], tools: [] };
  const { path } = by;
  const isIts = ({ sourceInfo }: { sourceInfo?: { path?: string } }): boolean => sourceInfo?.path === path;
  try {
    return {
      by,
      commands: pi
        .getCommands()
        .filter(isIts)
        .map(({ name }) => name),
      tools: pi
        .getAllTools()
        .filter(isIts)
        .map(({ name }) => name),
    };
  } catch {
    return { by, commands: [], tools: [] };
  }
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
