// The stops of the guided tour, each at a control of the page.
import type { Text } from '../language/text.ts';

interface TourStop {
  /** Selectors of the control, best first. The width of the page and its open regions decide which of them exists. */
  anchors: readonly string[];
  title: Text;
  text: Text;
  /** The action whose keys are shown. */
  action?: string;
}

/** A stop whose control is on the page now. */
export interface VisibleStop extends TourStop {
  anchor: Element;
}

const STOPS: readonly TourStop[] = [
  {
    anchors: ['[data-tour="composer"]'],
    title: 'Ask here',
    text: 'Write what pi should do and press Enter. Type / for commands, @ for files and ! for your own shell. While pi works, a message steers it or waits in the queue.',
  },
  {
    anchors: ['[data-tour="model"]'],
    title: 'Choose the model',
    text: 'The model, how long it thinks, and how full its context is. You can change the model at any time, also in the middle of a session.',
    action: 'set_model',
  },
  {
    anchors: ['[data-tour="agents"]', '[data-tab="agents"]'],
    title: 'Run several agents',
    text: 'Each agent works in its own folder or git worktree. The number shows how many need you, and you can answer their questions from any of them.',
    action: 'agents',
  },
  {
    anchors: ['[data-tour="changes"]', '[data-tab="changes"]'],
    title: 'Review what changed',
    text: 'Every file that pi changed, turn by turn. Keep, undo or comment on a file, a hunk or a line; every undo can be redone.',
    action: 'review',
  },
  {
    anchors: ['[data-tour="terminal"]', '[data-tab="terminal"]', '[data-tab="more"]'],
    title: 'Watch the commands',
    text: 'The terminal shows all output of each command while it runs, and finds any line of it later.',
    action: 'terminal',
  },
  {
    anchors: ['[data-tour="palette"]'],
    title: 'Find everything else',
    text: 'Every action, setting, file and session is in the command palette, and so is this tour. The ? key lists all keyboard shortcuts.',
    action: 'palette',
  },
];

/** Whether the element can be seen. Elements that are only for assistive technology have a size of one pixel. */
function isInSight(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

/** Returns the stops whose control is on the page. A folded side bar or a narrow page has fewer of them. */
export function findStops(): VisibleStop[] {
  return STOPS.flatMap((stop) => {
    const anchor = stop.anchors
      .map((selector) => document.querySelector(selector))
      .find((element) => element !== null && isInSight(element));
    return anchor ? [{ ...stop, anchor }] : [];
  });
}
