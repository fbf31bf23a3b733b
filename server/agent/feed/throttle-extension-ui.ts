// Limits what extensions show to a rate that a page can follow. A hundred events pass at once. In a flood, only the
// events that would change something in the view pass, ten times a second. Nothing that a user could have read is
// dropped, and a dialog is never held.
import { MAX_KEYS, withKey } from '../../../shared/view/extension-ui.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { Stage } from './stage.ts';

const WINDOW_MS = 100;
/** How many events of one window pass at once: more than all extensions show at a busy start. */
const MAX_AT_ONCE = 100;
/** The number of notices that a view keeps. */
const MAX_NOTICES = 100;

/** The key of notices, all of which are kept. For every other key, only the last value counts. */
const NOTICE = 'notice';
/** Keys of events that are kept when the session changes. The others are dropped with their session. */
const OUTLIVES_SESSION = new Set([NOTICE, 'set_editor_text']);

export interface ThrottleExtensionUi extends Stage<ViewEvent, ViewEvent> {
  /** When the held events are due, in ms of the clock; Infinity while none is held. */
  readonly dueAt: number;
  /** Returns the held events and begins a new window. */
  release: () => ViewEvent[];
}

/** `now`: a clock that never jumps, in ms. */
export function throttleExtensionUi(now: () => number): ThrottleExtensionUi {
  /** The held events, in the order in which they are shown. */
  let held: { key: string; event: ViewEvent }[] = [];
  /** The keys that the view shows, in the order in which it drops them. */
  let statuses: Record<string, string> = {};
  const widgets = new Set<string>();
  let dueAt = Infinity;
  let windowStart = -Infinity;
  let passed = 0;

  function mayPass(): boolean {
    // A later event must not overtake the held ones.
    if (held.length > 0) return false;
    if (now() - windowStart >= WINDOW_MS) {
      windowStart = now();
      passed = 0;
    }
    passed += 1;
    return passed <= MAX_AT_ONCE;
  }

  function hold(key: string, event: ViewEvent): void {
    const kind = kindOf(key);
    const replaced = key === NOTICE ? -1 : held.findIndex((one) => one.key === key);
    if (replaced >= 0) held.splice(replaced, 1);
    // Removing what is not shown has no effect. What is shown must not stay, so its removal is never dropped.
    if (isRemoval(event)) {
      if (!isShown(event)) return;
    } else {
      const isSameKind = (one: { key: string; event: ViewEvent }): boolean =>
        kindOf(one.key) === kind && !isRemoval(one.event);
      if (held.filter(isSameKind).length >= (key === NOTICE ? MAX_NOTICES : MAX_KEYS))
        held.splice(held.findIndex(isSameKind), 1);
    }
    if (dueAt === Infinity) dueAt = now() + WINDOW_MS;
    held.push({ key, event });
  }

  function isShown(event: ViewEvent): boolean {
    if (event.type !== 'extension_ui_request') return false;
    if (event.method === 'setStatus') return Object.hasOwn(statuses, event.statusKey);
    return event.method === 'setWidget' && widgets.has(event.widgetKey);
  }

  /** Follows what the view shows after an event that passes. */
  function note(event: ViewEvent): void {
    if (event.type === 'panel_ui_reset') {
      statuses = {};
      widgets.clear();
    }
    if (event.type !== 'extension_ui_request') return;
    if (event.method === 'setStatus')
      statuses = withKey(statuses, event.statusKey, isRemoval(event) ? undefined : '');
    else if (event.method === 'setWidget' && isRemoval(event)) widgets.delete(event.widgetKey);
    else if (event.method === 'setWidget' && !widgets.has(event.widgetKey)) {
      const [oldest] = widgets;
      if (widgets.size >= MAX_KEYS && oldest !== undefined) widgets.delete(oldest);
      widgets.add(event.widgetKey);
    }
  }

  return {
    push: (events) =>
      events.filter((event) => {
        if (event.type === 'panel_ui_reset') held = held.filter(({ key }) => OUTLIVES_SESSION.has(key));
        const key = keyOf(event);
        const passes = key === null || mayPass();
        if (passes) note(event);
        else hold(key, event);
        return passes;
      }),
    get dueAt() {
      return dueAt;
    },
    release() {
      for (const { event } of held) note(event);
      const events = held.map(({ event }) => event);
      held = [];
      dueAt = Infinity;
      windowStart = now();
      passed = events.length;
      return events;
    },
  };
}

function kindOf(key: string): 'status' | 'widget' | typeof NOTICE | null {
  if (key === NOTICE) return NOTICE;
  if (key.startsWith('status ')) return 'status';
  return key.startsWith('widget ') ? 'widget' : null;
}

function isRemoval(event: ViewEvent): boolean {
  if (event.type !== 'extension_ui_request') return false;
  if (event.method === 'setStatus') return event.statusText === undefined;
  return event.method === 'setWidget' && !event.widgetLines;
}

/** Returns the key of what the event sets, or null for events that are never held. */
function keyOf(event: ViewEvent): string | null {
  if (event.type === 'extension_error') return NOTICE;
  if (event.type !== 'extension_ui_request') return null;
  switch (event.method) {
    case 'notify':
      return NOTICE;
    case 'setStatus':
      return `status ${event.statusKey}`;
    case 'setWidget':
      return `widget ${event.widgetKey}`;
    case 'setTitle':
    case 'set_editor_text':
      return event.method;
    default:
      return null;
  }
}
