// Describes the current step of a run, for the line at the end of the conversation.
import { t } from '../../language/text.ts';
import { waitingScreen } from '../../../shared/view/screens.ts';
import type { ToolRun } from '../../../shared/view/conversation.ts';
import type { View } from '../../../shared/view/view.ts';

type Working = Pick<View, 'dialogs' | 'drawn' | 'live' | 'toolRuns'>;

/** Without the commands of the user and the calls of other tools. */
function runningTools({ toolRuns }: Pick<View, 'toolRuns'>): ToolRun[] {
  return Object.values(toolRuns).filter(
    ({ state, user, parentId }) => state === 'running' && !user && parentId === undefined,
  );
}

/** Whether the run cannot go on until the user answers. */
export function isAsking({ dialogs, drawn }: Pick<View, 'dialogs' | 'drawn'>): boolean {
  return dialogs.length > 0 || waitingScreen(drawn) !== undefined;
}

export function activityWords(view: Working): string {
  if (isAsking(view)) return t('Waiting for your answer');
  const running = runningTools(view);
  const [tool] = running;
  if (running.length > 1) return t('Running {count} tools', { count: running.length });
  if (tool) return t('Running {tool}', { tool: tool.name });
  const block = view.live?.blocks.at(-1);
  switch (block?.type) {
    case 'text':
      return t('Answering');
    case 'thinking':
      return t('Thinking##activity');
    case 'toolCall':
      return block.name ? t('Preparing {tool}', { tool: block.name }) : t('Preparing a tool');
    default:
      return t('Waiting for the model');
  }
}

/** Returns when the described step began, in ms since 1970. Only tools have a beginning of their own. */
export function activityStart(view: Working & Pick<View, 'run'>): number | null {
  const starts = isAsking(view) ? [] : runningTools(view).flatMap(({ startedAt }) => startedAt ?? []);
  return starts.length > 0 ? Math.min(...starts) : (view.run?.startedAt ?? null);
}
