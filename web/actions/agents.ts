// Actions that start, end or show an agent. Agents are numbered in the order in which they were started, so that a key
// always leads to the same agent.
import { t, type Text } from '../language/text.ts';
import type { View } from '../../shared/view/view.ts';
import type { NewAgentForm } from '../state/panel/new-agent-form.ts';
import type { Overview as AllAgents } from '../state/panel/overview.svelte.ts';
import { toComposer, type ActionContext, type Entry } from './action.ts';

const showAgent = (n: number) =>
  ({
    label: 'Go to agent {n}',
    n,
    group: 'page',
    keys: `Mod+${n}`,
    unavailable: (_view, { agents }) =>
      agents.length < Math.max(n, 2) ? t('Agent {n} does not exist.', { n }) : null,
    run: (context) => {
      const agent = context.panel.overview.agents[n - 1];
      if (agent) context.panel.show(agent.id);
      return toComposer(context);
    },
  }) as const satisfies Entry;

const worktreeOf = (
  view: Pick<View, 'workspace'> | null,
  { agents }: Pick<AllAgents, 'agents'>,
): string | undefined => agents.find(({ workspace }) => workspace === view?.workspace)?.git?.worktree;

const onWorktree = (act: 'merge' | 'end', label: Text) =>
  ({
    label,
    group: 'page',
    unavailable: (view, overview) =>
      worktreeOf(view, overview) ? null : t('The agent isn’t in a worktree.'),
    run:
      ({ layout, panel, agent }) =>
      () => {
        const folder = worktreeOf(agent.view, panel.overview);
        if (!folder) return;
        layout.showRail('agents');
        panel.worktreeRequest = { act, folder };
      },
  }) as const satisfies Entry;

const openForm =
  ({ layout, workbench, panel }: ActionContext, form: NewAgentForm) =>
  () => {
    layout.showRail('agents');
    panel.newAgentForm = form;
    workbench.focus.get().enter('agents');
  };

export const AGENT_ACTIONS = {
  new_agent: {
    label: 'New agent',
    group: 'page',
    keys: 'Alt+N',
    run: (context) => openForm(context, {}),
  },
  new_worktree_agent: {
    label: 'New agent in a worktree',
    group: 'page',
    run: (context) => openForm(context, { inWorktree: true }),
  },
  compare_models: {
    label: 'Compare models',
    group: 'page',
    slash: { name: 'compare', description: 'Compare models', hint: '[prompt]' },
    run: (context) => openForm(context, { prompt: context.argument ?? '' }),
  },
  add_panel: {
    label: 'Add another panel',
    group: 'page',
    run:
      ({ layout, workbench, panel }) =>
      () => {
        layout.showRail('agents');
        panel.isAddingPanel = true;
        workbench.focus.get().enter('agents');
      },
  },
  merge_worktree: onWorktree('merge', 'Merge this worktree'),
  end_worktree: onWorktree('end', 'End this worktree'),
  next_agent: {
    label: 'Go to the next agent that needs you',
    group: 'page',
    keys: 'Alt+J',
    unavailable: (_view, overview) => (overview.nextUrgent(undefined) ? null : t('No agent needs you.')),
    run: (context) => {
      const { panel } = context;
      const next = panel.overview.nextUrgent(panel.agent?.id);
      if (next) panel.show(next.id);
      return toComposer(context);
    },
  },
  end_agent: {
    label: 'End this agent',
    group: 'page',
    run: async (context) => (await import('./steps/restart-steps.ts')).end(context),
  },
  agent_1: showAgent(1),
  agent_2: showAgent(2),
  agent_3: showAgent(3),
  agent_4: showAgent(4),
  agent_5: showAgent(5),
  agent_6: showAgent(6),
  agent_7: showAgent(7),
  agent_8: showAgent(8),
  agent_9: showAgent(9),
} as const satisfies Record<string, Entry>;
