// Limits what extensions show and ask. The user decides by the text of a dialog, so it stays whole as long as a page
// can show it. A status or title is cut short, as a terminal would. pi passes on any value that an extension gives (in
// any version), so values that should be text are converted to text.
import type { DialogRequest, UiRequest, WidgetPlacement } from '../../../shared/pi/dialogs.ts';
import { cutWithNote, cutValue, type Limits } from './cut.ts';

/** All limits are in UTF-16 units. */
const DIALOG: Limits = { string: 256 * 1024, total: 1024 * 1024 };
const MAX_NOTICE = 16 * 1024;
/** For a key, a status, a title. */
const MAX_LINE = 1024;
const MAX_WIDGET_LINES = 500;
const WIDGET: Limits = { string: 4 * 1024, total: 64 * 1024 };
/** Fields of dialogs. */
const TEXTS = new Set(['title', 'message', 'placeholder', 'prefill']);
const PLACEMENTS: readonly unknown[] = ['aboveEditor', 'belowEditor'] satisfies WidgetPlacement[];

export function slimUi<E extends UiRequest>(event: E): E {
  switch (event.method) {
    case 'notify':
      return { ...event, message: line(event.message, MAX_NOTICE) };
    case 'setStatus': {
      const { statusText: text, ...rest } = event;
      return {
        ...rest,
        statusKey: line(event.statusKey),
        ...(isGiven(text) && { statusText: line(text) }),
      } as E;
    }
    case 'setTitle':
      return { ...event, title: line(event.title) };
    case 'setWidget': {
      const { widgetLines: lines, widgetPlacement, ...rest } = event;
      return {
        ...rest,
        widgetKey: line(event.widgetKey),
        ...(isGiven(lines) && { widgetLines: widgetLines(listOf(lines)) }),
        ...(PLACEMENTS.includes(widgetPlacement) && { widgetPlacement }),
      } as E;
    }
    case 'select':
      return cutValue({ ...slimDialog(event), options: listOf(event.options).map(textOf) } as E, DIALOG);
    case 'set_editor_text':
      return cutValue({ ...event, text: textOf(event.text) }, DIALOG);
    default:
      return cutValue(slimDialog(event) as E, DIALOG);
  }
}

/** Converts the texts of a dialog, and omits a time limit that is 0 or empty, because pi ignores it. */
function slimDialog<E extends DialogRequest>(event: E): E {
  const given = Object.entries(event).filter(([name, value]) => name !== 'timeout' || Boolean(value));
  const fields = given.map(([name, value]) => [name, TEXTS.has(name) ? textOf(value) : value] as const);
  return { ...(Object.fromEntries(fields) as E), title: textOf(event.title) };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isGiven(value) ? [value] : [];
}

function widgetLines(lines: readonly unknown[]): string[] {
  const kept = cutValue(lines.slice(0, MAX_WIDGET_LINES).map(textOf), WIDGET);
  return lines.length > MAX_WIDGET_LINES ? [...kept, `… (${lines.length - MAX_WIDGET_LINES} more)`] : kept;
}

function line(text: unknown, max = MAX_LINE): string {
  return cutWithNote(textOf(text), max);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
