// The context that all rows of the conversation share: the agent, and the reader's scroll position.
import { getContext, setContext } from 'svelte';
import type { ToolRun } from '../../shared/view/conversation.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';

export interface ChatContext {
  readonly agent: Agent;
  readonly workbench: Workbench;
  /** Null until the rows are shown. */
  readonly scroll: {
    /** Keeps the content in front of the reader in its place while something opens or closes. */
    hold: () => void;
    toEnd: () => void;
    /** Keeps this element in its place while what is below it is replaced. */
    holdAt: (element: Element) => void;
  } | null;
  /** The absolute path of the folder in which the agent works. */
  readonly workspace: string;
  /** Whether the reader opened or closed each work group or run. Stored here because rows leave the page and return. */
  readonly opened: Map<string, boolean>;
  /** Returns the runs that this run started. */
  nested: (id: string) => readonly ToolRun[];
}

const CONTEXT = Symbol('chat');
const NO_RUNS: ReadonlyMap<string, readonly ToolRun[]> = new Map();

export function setChat(chat: ChatContext): void {
  setContext(CONTEXT, chat);
}

export function getChat(): ChatContext {
  return getContext<ChatContext>(CONTEXT);
}

/**
 * Groups the runs that another run started (pi >= 0.99) by the id of that run, in the order of their starts. No message
 * contains these runs. Returns the same empty map as long as there are none, so that nothing is updated.
 */
export function nestedRuns(runs: Record<string, ToolRun>): ReadonlyMap<string, readonly ToolRun[]> {
  const nested = Map.groupBy(
    Object.values(runs).filter(({ parentId }) => parentId !== undefined),
    ({ parentId }) => parentId!,
  );
  return nested.size === 0 ? NO_RUNS : nested;
}
