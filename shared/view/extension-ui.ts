// What extensions show and ask: dialogs that wait for an answer, and last values by key for whoever comes late.
import type { SlimEvent } from './view-event.ts';
import type { Dialog, Notice, View, Widget } from './view.ts';

const MAX_NOTICES = 100;
const MAX_WIDGET_LINES = 500;
/** The same words within this time are one notice. */
const TWICE_MS = 250;

type Request = Extract<SlimEvent, { type: 'extension_ui_request' }>;

export function applyUiRequest(view: View, event: Request): View {
  switch (event.method) {
    case 'select':
    case 'confirm':
    case 'input':
    case 'editor':
      return openDialog(view, event);
    case 'notify':
      return isSaidAgain(view, event)
        ? view
        : addNotice(view, {
            id: event.id,
            kind: event.notifyType ?? 'info',
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

export function closeDialog(view: View, id: string): View {
  if (!view.dialogs.some((dialog) => dialog.id === id)) return view;
  return { ...view, dialogs: view.dialogs.filter((dialog) => dialog.id !== id) };
}

export function addNotice(view: View, notice: Notice): View {
  return { ...view, notices: [...view.notices, notice].slice(-MAX_NOTICES) };
}

/**
 * After new_session, switch_session and fork, pi's handlers of session_start run twice (RPC mode, any version):
 * what they say comes twice within one moment.
 */
function isSaidAgain(view: View, event: Extract<Request, { method: 'notify' }>): boolean {
  return view.notices.some(
    ({ message, kind, at }) =>
      message === event.message && kind === (event.notifyType ?? 'info') && event.panel_at - at < TWICE_MS,
  );
}

function openDialog(view: View, event: Extract<Request, { title: string; method: Dialog['method'] }>): View {
  const { panel_at, ...request } = event;
  const dialog: Dialog = { ...request, openedAt: panel_at };
  if (request.method !== 'editor' && request.timeout !== undefined) {
    dialog.expiresAt = panel_at + request.timeout;
  }
  return { ...view, dialogs: [...view.dialogs.filter(({ id }) => id !== dialog.id), dialog] };
}

function withKey(
  values: Record<string, string>,
  key: string,
  value: string | undefined,
): Record<string, string> {
  const rest = Object.fromEntries(Object.entries(values).filter(([known]) => known !== key));
  return value === undefined ? rest : { ...rest, [key]: value };
}

/** A widget keeps its place when its lines change. */
function withWidget(widgets: Widget[], event: Extract<Request, { method: 'setWidget' }>): Widget[] {
  const { widgetKey: key, widgetLines, widgetPlacement: placement = 'aboveEditor' } = event;
  if (!widgetLines) return widgets.filter((widget) => widget.key !== key);
  const next: Widget = { key, placement, lines: widgetLines.slice(0, MAX_WIDGET_LINES) };
  return widgets.some((widget) => widget.key === key)
    ? widgets.map((widget) => (widget.key === key ? next : widget))
    : [...widgets, next];
}
