// Groups the agents that work in one repository and its worktrees.
import type { OverviewAgent } from '../../shared/overview.ts';

export interface GroupedAgent {
  agent: OverviewAgent;
  /** The repository, for the first agent of a group; null for all others. */
  heading: string | null;
  isInGroup: boolean;
}

/**
 * Groups the agents. A group takes the position of its first agent, and keeps the order of its agents. A single agent
 * is not a group.
 */
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

/** Whether the agent works in the checkout at `folder`, and not only in another worktree of its repository. */
export function isInCheckout({ git }: OverviewAgent, folder: string): boolean {
  return git !== undefined && (git.worktree ?? git.repository) === folder;
}
