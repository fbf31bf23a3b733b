// The title of the page and the mark on its icon, for a user who sees only the browser tab.
import { number, plural, t } from '../../language/text.ts';
import { runningTime } from '../../lib/format/time.ts';
import { waitingScreen } from '../../../shared/view/screens.ts';
import { statusOf, type View } from '../../../shared/view/view.ts';
import { nameOf, startOf } from './page-names.ts';

export type Mark = 'idle' | 'running' | 'waiting' | 'failed';

/** How many other agents wait for an answer, and how many of them all the user should look at. */
interface Others {
  waiting: number;
  urgent: number;
}

export function markOf(view: View): Mark {
  if (view.dialogs.length > 0 || waitingScreen(view.drawn)) return 'waiting';
  const status = statusOf(view);
  if (status === 'exited') return 'failed';
  return status === 'idle' || status === 'starting' ? 'idle' : 'running';
}

const NO_OTHERS: Others = { waiting: 0, urgent: 0 };

/**
 * Returns the title. The mark comes first, so that a narrow tab still shows it. `now` is in ms since 1970.
 */
export function titleOf(view: View, now: number, { waiting, urgent }: Others = NO_OTHERS): string {
  const name = nameOf(view);
  // As in the title of a mail client.
  if (waiting === 0 && urgent > 0) return `(${number(urgent)}) ${titleOf(view, now)}`;
  if (waiting > 0 && markOf(view) !== 'waiting')
    return `? ${plural(waiting, ['another agent waits for you', '{count} agents wait for you'])} · ${name}`;
  switch (markOf(view)) {
    case 'waiting':
      return `? ${waiting > 0 ? t('{count} agents wait for you', { count: waiting + 1 }) : t('waiting for you')} · ${name}`;
    case 'failed':
      return `! ${t('agent gone')} · ${name}`;
    case 'running':
      return `● ${activity(view, now)} · ${name}`;
    case 'idle':
      return name;
  }
}

function activity(view: View, now: number): string {
  const since = startOf(view);
  return since === null ? t(statusOf(view)) : `${t(statusOf(view))} ${runningTime(now - since)}`;
}
