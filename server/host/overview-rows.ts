// The rows of the agents list, and the difference between what a page has and what it needs.
import { returnedIn } from '../../shared/view/queue.ts';
import type { SessionInfo } from '../../shared/view/view.ts';
import {
  childrenOf,
  dialogInList,
  summarizeAgent,
  type GitPlace,
  type OverviewAgent,
  type OverviewChange,
} from '../../shared/overview.ts';
import type { Agent } from '../agent/agent.ts';
import { cutText } from '../../shared/view/cut-text.ts';

/** A list shows one line of the first message. */
const MAX_FIRST_CHARS = 200;

/** The sources of a row. */
export interface RowFacts {
  agent: Pick<Agent, 'id' | 'workspace' | 'view'>;
  unread: number;
  endedAt: number | null;
  isInterrupted: boolean;
  git: GitPlace | null;
  isFolderGone: boolean;
}

export function makeRow(
  { agent, unread, endedAt, isInterrupted, git, isFolderGone }: RowFacts,
  since: number,
): OverviewAgent {
  const { id, workspace, view } = agent;
  const { session, stats, model, queue } = view;
  // The first prompt of a session that pi had not stored is back in the composer after a restart.
  const firstMessage =
    session?.firstMessage ?? cutText(returnedIn(session?.id, queue)[0]?.text ?? '', MAX_FIRST_CHARS);
  const children = childrenOf(view);
  return {
    id,
    workspace,
    session: session && placeOf({ ...session, ...(firstMessage && { firstMessage }) }),
    ...summarizeAgent(view, unread),
    since,
    cost: stats?.cost ?? null,
    unread,
    model: model?.id ?? null,
    dialog: dialogInList(view),
    endedAt,
    // While pi is not running, the row says instead why pi ended.
    ...(isInterrupted && !view.exit && { isInterrupted }),
    ...(git && { git }),
    ...(isFolderGone && { isFolderGone }),
    ...(children.length > 0 && { children }),
  };
}

function placeOf({ id, name, firstMessage }: SessionInfo): OverviewAgent['session'] {
  return { id, ...(name && { name }), ...(firstMessage && { firstMessage }) };
}

/** Splits rows. One that was not sent before, or lacks a field that it had, is sent whole. */
export function splitRows(
  rows: readonly OverviewAgent[],
  sent: ReadonlyMap<string, OverviewAgent>,
): { agents: OverviewAgent[]; changes: OverviewChange[] } {
  const [agents, changes]: [OverviewAgent[], OverviewChange[]] = [[], []];
  for (const row of rows) {
    const before = sent.get(row.id);
    if (!before || Object.keys(before).some((key) => !(key in row))) agents.push(row);
    else changes.push(changeOf(row, before));
  }
  return { agents, changes };
}

function changeOf(row: OverviewAgent, before: OverviewAgent): OverviewChange {
  const old = new Map(Object.entries(before).map(([key, value]) => [key, JSON.stringify(value)]));
  const changed = Object.entries(row).filter(([key, value]) => old.get(key) !== JSON.stringify(value));
  return { ...(Object.fromEntries(changed) as Partial<OverviewAgent>), id: row.id };
}
