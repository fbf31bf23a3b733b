// Summarizes one agent's activity as a row of the agents list. Derived from its view, without its conversation.
import { plainLine } from './plain-line.ts';
import { plainText } from './view/history.ts';
import { isSameChild, startedWith } from './children/live.ts';
import { childrenIn } from './children/read-children.ts';
import type { Entry, ToolRun, ToolRunState } from './view/conversation.ts';
import { waitingScreen, type Drawn } from './view/screens.ts';
import type { Dialog, View } from './view/view.ts';
import { cutText } from './view/cut-text.ts';

/** In the order in which the user should look at them. */
export type OverviewState = 'needs_you' | 'failed' | 'working' | 'finished' | 'idle';

export interface GitPlace {
  /** Null if HEAD is detached. */
  branch: string | null;
  /** The first checkout, absolute. */
  repository: string;
  /** Absolute path of the worktree that the workspace is in, if it is not the first checkout. */
  worktree?: string;
}

export interface OverviewAgent {
  id: string;
  /** Absolute. */
  workspace: string;
  /** Its place in git; absent if the workspace is not in a repository, or not known yet. */
  git?: GitPlace;
  session: { id: string; name?: string; firstMessage?: string } | null;
  state: OverviewState;
  /** Its question, current activity or last words: one short line, possibly empty. */
  line: string;
  /** When this state began, in ms since 1970 by the server's clock. */
  since: number;
  /** In dollars; null if unknown. */
  cost: number | null;
  /** How many runs ended while no page followed the agent. */
  unread: number;
  /** The model's id; null if none is configured. */
  model: string | null;
  /** The dialog that has waited longest, if it is small enough to be answered in a list. */
  dialog: Dialog | null;
  /** When its last run ended, in ms since 1970; null if none did. */
  endedAt: number | null;
  /** Its sub-agents that work, and those of its last request; absent if there are none. */
  children?: OverviewChild[];
  /** Set if its folder no longer exists, so that pi cannot work. */
  isFolderGone?: true;
  /** Set if pi or the panel ended during the agent's last run. */
  isInterrupted?: true;
}

/** A sub-agent. */
export interface OverviewChild {
  name: string;
  /** One short line, as is `line`: what it does or said last. */
  task: string;
  state: ToolRunState;
  line: string;
  /** Set if it waits for an answer, which `line` asks for. */
  isAsking?: true;
}

export type OverviewChange = Pick<OverviewAgent, 'id'> & Partial<OverviewAgent>;

/**
 * `event: overview` on GET /api/overview, and on GET /api/events with `overview=1`: first all agents, then those that
 * changed, and those that are gone.
 */
export interface OverviewFrame {
  agents: OverviewAgent[];
  /** With `form=compact`: agents that were sent before, with only the fields that changed. */
  changes?: OverviewChange[];
  gone?: string[];
  /** Set if these are all agents, so that a page drops any other. */
  isAll?: true;
  /** Rises with every frame, even across restarts of the panel, so that an older list never replaces a newer one. */
  revision: number;
}

/**
 * GET /api/status, for the pages of other panels: the name and the state of each agent, nothing from its conversation.
 */
export interface AgentStatus {
  /** The last part of its path. */
  folder: string;
  /** Name of the session, or ''. */
  session: string;
  state: OverviewState;
  /** In ms since 1970 by the clock of that panel's server. */
  since: number;
}

/** The line of an agent that waits for the user to trust its project. */
export const UNTRUSTED_LINE = 'The project contains extensions or settings that are not trusted yet';
const MAX_LINE = 160;
const MAX_CHILDREN = 20;
// eslint-disable-next-line no-control-regex -- it finds them
const ANSI = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\))/g;
/** The longest dialog that a list offers, in characters of JSON. A longer one is answered in the conversation. */
const MAX_DIALOG = 4000;

/** Summarizes the view. `unread` decides between `finished` and `idle`. */
export function summarizeAgent(view: View, unread: number): Pick<OverviewAgent, 'state' | 'line'> {
  const { dialogs, exit, untrusted, entries } = view;
  const [dialog] = dialogs;
  if (dialog) return { state: 'needs_you', line: oneLine(dialog.title) };
  const asking = view.children.find(({ question }) => question !== undefined);
  if (asking) return { state: 'needs_you', line: oneLine(`${asking.name}: ${asking.question ?? ''}`) };
  const screen = waitingScreen(view.drawn);
  if (screen) return { state: 'needs_you', line: oneLine(titleOf(screen)) };
  if (exit && exit.code !== 0) return { state: 'failed', line: oneLine(exit.reason) };
  // An extension or the user asked pi to end.
  if (exit) return { state: unread > 0 ? 'finished' : 'idle', line: oneLine(exit.reason) };
  const doing = lineOfWork(view);
  if (doing !== null) return { state: 'working', line: oneLine(doing) };
  const failure = failureOf(entries);
  if (failure !== null) return { state: 'failed', line: oneLine(failure) };
  if (untrusted.length > 0 && entries.length === 0) return { state: 'needs_you', line: UNTRUSTED_LINE };
  return { state: unread > 0 ? 'finished' : 'idle', line: oneLine(lastWords(entries)) };
}

/**
 * Returns at most 20 sub-agents: those that work now, those that were started with one of them, and all that were started
 * since the user's last message, so that one that failed meanwhile is found. Their packages know them, or the tools that
 * started them tell.
 */
export function childrenOf({
  entries,
  toolRuns,
  children,
}: Pick<View, 'entries' | 'toolRuns' | 'children'>): OverviewChild[] {
  const groups = new Set(
    children.flatMap(({ state, group, id }) => (state === 'running' ? (group ?? id) : [])),
  );
  const recent = callsSincePrompt(entries);
  const runs = Object.values(toolRuns).filter(
    ({ id, state, details }) => details !== undefined && (state === 'running' || recent.has(id)),
  );
  const told = runs.flatMap(({ state, details }) =>
    childrenIn(details, state).map((child) => ({ child, state })),
  );
  const started = new Set(runs.flatMap(({ details }) => startedWith(details, children)));
  const live = children.filter(
    (one) =>
      groups.has(one.group ?? one.id) ||
      started.has(one) ||
      told.some(({ child }) => isSameChild(one, child)),
  );
  const others = told
    // Without its package, nobody knows how one in the background goes on.
    .filter(({ child, state }) => child.state !== 'running' || state === 'running')
    .filter(({ child }) => !live.some((one) => isSameChild(one, child)));
  return newestOf([...live, ...others.map(({ child }) => child)]).map((child) => {
    const question = 'question' in child ? child.question : undefined;
    return {
      name: oneLine(child.name),
      task: oneLine(child.task),
      state: child.state,
      line: oneLine(question ?? firstWords(child.failure || child.last)),
      ...(question !== undefined && { isAsking: true as const }),
    };
  });
}

/** Returns the ids of the tool calls since the user's last message. */
function callsSincePrompt(entries: readonly Entry[]): ReadonlySet<string> {
  const since = entries.findLastIndex(({ message: { role } }) => role === 'user');
  return new Set(
    entries
      .slice(since + 1)
      .flatMap(({ message }) => (message.role === 'assistant' ? message.content : []))
      .flatMap((block) => (block.type === 'toolCall' ? block.id : [])),
  );
}

/** Leaves out the oldest that have ended, if there are too many. */
function newestOf<T extends { state: ToolRunState }>(children: readonly T[]): T[] {
  let excess = children.length - MAX_CHILDREN;
  return children.filter(({ state }) => state === 'running' || excess-- <= 0).slice(0, MAX_CHILDREN);
}

/** Returns the oldest dialog if a list can offer it. A dialog for a long text is left to the conversation. */
export function dialogInList({ dialogs: [dialog] }: View): Dialog | null {
  if (!dialog || dialog.method === 'editor') return null;
  return JSON.stringify(dialog).length <= MAX_DIALOG ? dialog : null;
}

/** Returns the first line that contains words, without the frame around it. */
function titleOf({ by = '', lines }: Drawn): string {
  const words = lines.map((line) => line.replaceAll(ANSI, '')).find((line) => /\p{L}{2}/u.test(line)) ?? '';
  return [by, words.replace(/^\P{L}+|[\u2500-\u257f\s]+$/gu, '')].filter(Boolean).join(': ');
}

/** Describes what the agent is doing; null if it does nothing. */
function lineOfWork({ ready, run, compaction, retry, toolRuns, live }: View): string | null {
  const running = Object.values(toolRuns).findLast(({ state }) => state === 'running');
  if (running) return describeRun(running);
  if (compaction) return 'Compacting the conversation';
  if (retry) return `Retrying: ${retry.errorMessage}`;
  if (run) return live?.blocks.some((block) => block?.type === 'text') ? 'Answering' : 'Thinking';
  return ready ? null : 'Starting';
}

function describeRun({ name, args }: ToolRun): string {
  const [detail] = [args.command, args.path, args.pattern].filter((value) => typeof value === 'string');
  return detail ? `${name}: ${detail}` : name;
}

/** Returns the error of the last entry if that is a failed answer, otherwise null. */
function failureOf(entries: readonly Entry[]): string | null {
  const last = entries.at(-1)?.message;
  if (last?.role !== 'assistant' || last.stopReason !== 'error') return null;
  return last.errorMessage ?? 'The model gave no answer.';
}

function lastWords(entries: readonly Entry[]): string {
  const message = entries.findLast(
    ({ message: { role } }) => role === 'assistant' || role === 'user',
  )?.message;
  if (message?.role === 'user') return plainText(message.content);
  if (message?.role !== 'assistant') return '';
  const texts = message.content.flatMap((block) => (block.type === 'text' ? block.text : []));
  return firstWords(texts.findLast((text) => text.trim() !== '') ?? '');
}

/** Returns the first line of Markdown that contains words, without the marks that a page would not show. */
function firstWords(text: string): string {
  const lines = text.slice(0, 4 * MAX_LINE).split('\n');
  const line = lines.find((line) => /[\p{L}\p{N}]/u.test(line) && !/^\s*(?:`{3}|~{3})/.test(line));
  return plainLine(line ?? lines.join(' ').trim());
}

/** Returns the first line, without control characters. */
function oneLine(text: string): string {
  const [first = ''] = text
    .slice(0, 4 * MAX_LINE)
    .trim()
    .split('\n', 1);
  const plain = first.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return plain.length > MAX_LINE ? `${cutText(plain, MAX_LINE - 1).trimEnd()}…` : plain;
}
