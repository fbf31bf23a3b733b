// Extension UI in the view: open dialogs, notices, and the last value of each status and widget.
import type { PanelEvent, SlimEvent } from './view-event.ts';
import { NOTICE_KINDS } from '../pi/dialogs.ts';
import type { Dialog, Notice, View, Widget } from './view.ts';
import { cutText } from './cut-text.ts';

const MAX_NOTICES = 100;
const MAX_WIDGET_LINES = 500;
const MAX_TITLE = 200;
/**
 * The most statuses, and the most widgets, that are kept. The oldest are dropped, because an extension may keep
 * creating new keys.
 */
export const MAX_KEYS = 50;

type Request = Extract<SlimEvent, { type: 'extension_ui_request' }>;
type Closed = Extract<PanelEvent, { type: 'panel_dialog_closed' }>;

export function applyUiRequest(view: View, event: Request): View {
  switch (event.method) {
    case 'select':
    case 'confirm':
    case 'input':
    case 'editor':
      return openDialog(view, event);
    case 'notify':
      return addNotice(view, {
        id: event.id,
        kind: kindOf(event.notifyType),
        message: event.message,
        at: event.panel_at,
      });
    case 'setStatus':
      return { ...view, statuses: withKey(view.statuses, event.statusKey, event.statusText) };
    case 'setWidget':
      return { ...view, widgets: withWidget(view.widgets, event) };
    case 'setTitle':
      return { ...view, title: event.title };
    case 'set_editor_text':
      return { ...view, editorText: { text: event.text, n: (view.editorText?.n ?? 0) + 1 } };
    default:
      return view;
  }
}

/**
 * Removes a dialog. If it ended by itself, adds a notice of what pi assumed, because pi does not report that (in any
 * version).
 */
export function closeDialog(view: View, { id, outcome, panel_at: at }: Closed): View {
  const dialog = view.dialogs.find((open) => open.id === id);
  if (!dialog) return view;
  const closed: View = { ...view, dialogs: view.dialogs.filter((open) => open !== dialog) };
  if (outcome !== 'expired' && outcome !== 'withdrawn') return closed;
  const message = endSentence(dialog, outcome);
  // The panel says this, not an extension, so the page translates it.
  return addNotice(closed, { id: panelNoticeId(at), kind: 'warning', message, at, isUnanswered: true });
}

/** Each sentence is whole, so that it can be translated. */
function endSentence({ method, title: whole, by }: Dialog, outcome: 'expired' | 'withdrawn'): string {
  const title = shortTitle(whole);
  const who = by?.extension ?? 'An extension';
  if (outcome === 'expired')
    return method === 'confirm'
      ? `“${title}” was not answered in time: pi assumed No.`
      : `“${title}” was not answered in time: pi continued without an answer.`;
  return method === 'confirm'
    ? `${who} withdrew “${title}”: pi assumed No.`
    : `${who} withdrew “${title}”: pi continued without an answer.`;
}

/** Returns a title for use in a sentence. It is shortened, because extensions put whole commands into titles. */
export function shortTitle(title: string): string {
  const line = title.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_TITLE ? line : `${cutText(line, MAX_TITLE - 1)}…`;
}

/** Removes what unloaded extensions showed. A text that they put into the composer stays. */
export function forgetShown(view: View): View {
  return {
    ...view,
    statuses: {},
    widgets: [],
    drawn: [],
    working: {},
    children: [],
    title: null,
    expanded: {},
  };
}

/**
 * Adds a notice. The panel's own notices get their ids from the time, so two from the same millisecond need a suffix.
 */
export function addNotice(view: View, notice: Notice): View {
  let { id } = notice;
  while (view.notices.some((other) => other.id === id)) id += '+';
  return { ...view, notices: [...view.notices, { ...notice, id }].slice(-MAX_NOTICES) };
}

const PANEL = 'panel-';

/** The id of a notice of the panel itself. */
export const panelNoticeId = (at: number): string => `${PANEL}${at}`;

/** Whether the notice is the panel's own. The id of any other is the one that pi gave its request. */
export const isFromPanel = ({ id }: Pick<Notice, 'id'>): boolean => id.startsWith(PANEL);

/** Returns a known kind. pi passes on any kind that an extension names (in any version). */
function kindOf(type: string | undefined): Notice['kind'] {
  return NOTICE_KINDS.find((kind) => kind === type) ?? 'info';
}

function openDialog(view: View, event: Extract<Request, { title: string; method: Dialog['method'] }>): View {
  const { panel_at, panel_by: by, ...request } = event;
  const dialog: Dialog = { ...request, openedAt: panel_at, ...(by && { by }) };
  if (request.method !== 'editor' && request.timeout !== undefined) {
    dialog.expiresAt = panel_at + request.timeout;
  }
  return { ...view, dialogs: [...view.dialogs.filter(({ id }) => id !== dialog.id), dialog] };
}

/** Adds, replaces or removes a status, which keeps its place when its text changes. */
export function withKey(
  values: Record<string, string>,
  key: string,
  value: string | undefined,
): Record<string, string> {
  if (value === undefined)
    return Object.fromEntries(Object.entries(values).filter(([known]) => known !== key));
  if (Object.hasOwn(values, key)) return { ...values, [key]: value };
  return Object.fromEntries([...Object.entries(values).slice(1 - MAX_KEYS), [key, value]]);
}

/** Adds, replaces or removes a widget, which keeps its place when its lines change. */
function withWidget(widgets: Widget[], event: Extract<Request, { method: 'setWidget' }>): Widget[] {
  const { widgetKey: key, widgetLines, widgetPlacement: placement = 'aboveEditor' } = event;
  if (!widgetLines) return widgets.filter((widget) => widget.key !== key);
  const next: Widget = { key, placement, lines: widgetLines.slice(0, MAX_WIDGET_LINES) };
  return widgets.some((widget) => widget.key === key)
    ? widgets.map((widget) => (widget.key === key ? next : widget))
    : [...widgets.slice(1 - MAX_KEYS), next];
}
