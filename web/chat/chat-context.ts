// What every row of the conversation needs: the agent it belongs to, and the scrolling it must not disturb.
import { getContext, setContext } from 'svelte';
import type { ToolRun } from '../../shared/view/view.ts';
import type { Agent } from '../state/agent.svelte.ts';
import type { Workbench } from '../state/workbench.svelte.ts';
import type { ReaderScroll } from './transcript/reader-scroll.svelte.ts';

export interface ChatContext {
  readonly agent: Agent;
  readonly workbench: Workbench;
  readonly scroll: ReaderScroll;
  /** Absolute path of the folder that the agent works in. */
  readonly workspace: string;
  /** Runs that this one called. */
  nested(id: string): readonly ToolRun[];
}

const CONTEXT = Symbol('chat');

export function setChat(chat: ChatContext): void {
  setContext(CONTEXT, chat);
}

export function getChat(): ChatContext {
  return getContext<ChatContext>(CONTEXT);
}
