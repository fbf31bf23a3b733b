// The agents of one repository and its worktrees, together in the list.
import type { OverviewAgent } from '../../shared/overview.ts';

export interface GroupedAgent {
  agent: OverviewAgent;
  /** The repository, above the first of its agents. */
  heading: string | null;
  isInGroup: boolean;
}

/** A group takes the place of its first agent and keeps the order of the others. A single agent is not a group. */
export function groupByRepository(agents: readonly OverviewAgent[]): GroupedAgent[] {
  const groups = Map.groupBy(agents, ({ git, id }) => git?.repository ?? id);
  return [...groups.values()].flatMap((group) => {
    const repository = group[0]!.git?.repository;
    const isGroup = group.length > 1 && group.some(({ git }) => git?.worktree !== undefined);
    return group.map((agent, at) => ({
      agent,
      heading: isGroup && at === 0 ? (repository ?? null) : null,
      isInGroup: isGroup,
    }));
  });
}
