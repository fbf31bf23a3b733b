// The context that all rows of the conversation share: their agent, and the scrolling that they must not disturb.
import { getContext, setContext } from 'svelte';
import type { ToolRun } from '../../shared/view/conversation.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';

export interface ChatContext {
  readonly agent: Agent;
  readonly workbench: Workbench;
  readonly scroll: {
    /** Keeps what the reader looks at in its place while something opens or closes. */
    hold: () => void;
    toEnd: () => void;
  };
  /** Absolute path of the folder that the agent works in. */
  readonly workspace: string;
  /** What the reader opened or closed, by work group or run: a row may leave the page and come back. */
  readonly opened: Map<string, boolean>;
  /** The runs that this run called. */
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
 * The runs that another run called (pi >= 0.99), by its id, in the order in which they started. No message contains
 * them. Returns the same empty map as long as there are none, so that nothing is updated.
 */
export function nestedRuns(runs: Record<string, ToolRun>): ReadonlyMap<string, readonly ToolRun[]> {
  const nested = Map.groupBy(
    Object.values(runs).filter(({ parentId }) => parentId !== undefined),
    ({ parentId }) => parentId!,
  );
  return nested.size === 0 ? NO_RUNS : nested;
}
