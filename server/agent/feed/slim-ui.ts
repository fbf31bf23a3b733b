// Limits what extensions show and ask. The user decides by the text of a dialog, so it stays whole as long as a page
// can show it; a status or title is cut short, as a terminal would. pi passes on whatever an extension gives (any
// version), so values that should be text are converted to text.
import type { UiRequest } from '../../../shared/pi/dialogs.ts';
import { cutText, cutValue, type Limits } from './cut.ts';

/** All limits are in UTF-16 units. */
const DIALOG: Limits = { string: 256 * 1024, total: 1024 * 1024 };
const MAX_NOTICE = 16 * 1024;
/** For a key, a status, a title. */
const MAX_LINE = 1024;
const MAX_WIDGET_LINES = 500;
const WIDGET: Limits = { string: 4 * 1024, total: 64 * 1024 };
/** Fields of dialogs and of set_editor_text. */
const TEXTS = new Set(['title', 'message', 'placeholder', 'prefill', 'text']);

export function slimUi<E extends UiRequest>(event: E): E {
  switch (event.method) {
    case 'notify':
      return { ...event, message: line(event.message, MAX_NOTICE) };
    case 'setStatus': {
      const { statusKey: key, statusText: text } = event;
      return { ...event, statusKey: line(key), ...(text !== undefined && { statusText: line(text) }) };
    }
    case 'setTitle':
      return { ...event, title: line(event.title) };
    case 'setWidget': {
      const { widgetKey: key, widgetLines: lines } = event;
      return { ...event, widgetKey: line(key), ...(lines && { widgetLines: widgetLines(lines) }) };
    }
    case 'select':
      return cutValue({ ...withTexts(event), options: event.options.map(textOf) }, DIALOG);
    default:
      return cutValue(withTexts(event), DIALOG);
  }
}

function withTexts<E extends object>(event: E): E {
  const given = Object.entries(event).filter(([name, value]) => TEXTS.has(name) && value !== undefined);
  return { ...event, ...Object.fromEntries(given.map(([name, value]) => [name, textOf(value)])) };
}

function widgetLines(lines: readonly unknown[]): string[] {
  const kept = cutValue(lines.slice(0, MAX_WIDGET_LINES).map(textOf), WIDGET);
  return lines.length > MAX_WIDGET_LINES ? [...kept, `… (${lines.length - MAX_WIDGET_LINES} more)`] : kept;
}

function line(text: unknown, max = MAX_LINE): string {
  return cutText(textOf(text), max);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
