// The checks after an example has run: of the view of the page, the answered dialogs, the requests to the model, and
// the files.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { plainText } from '../../shared/view/history.ts';
import { MAX_ROWS_TO_DRAW, type DrawableRow, type DrawnRow } from '../../shared/view/renders.ts';
import type { DrawnKind } from '../../shared/view/screens.ts';
import type { EntryMessage, ToolRun } from '../../shared/view/conversation.ts';
import type { Dialog, View } from '../../shared/view/view.ts';
import type { Lab } from '../contract/lab.ts';

export class Seen {
  readonly lab: Lab;
  readonly answered: readonly Dialog[];
  readonly #screens: ReadonlySet<string>;
  #rows: string[] = [];

  constructor(
    lab: Lab,
    { answered, screens }: { answered: readonly Dialog[]; screens: ReadonlySet<string> },
  ) {
    this.lab = lab;
    this.answered = answered;
    this.#screens = screens;
  }

  /** Whether the text was on a screen of the example, at any time. */
  screen(text: RegExp): boolean {
    return [...this.#screens].some((shown) => text.test(stripVTControlCharacters(shown)));
  }

  /** Whether the text is in a row of the conversation that the example draws. */
  drawnRow(text: RegExp): boolean {
    return this.#rows.some((row) => text.test(stripVTControlCharacters(row)));
  }

  /** Call this when the example has run, before requesting the rows that it draws. */
  async drawRows(): Promise<void> {
    const { entries, renders, toolRuns } = this.view;
    const tools = Object.values(toolRuns).filter(
      ({ name }) => renders.anyTool || renders.tools.includes(name),
    );
    const rows: DrawableRow[] = [
      ...tools.map(({ id }) => ({ kind: 'tool' as const, call: id })),
      ...entries.flatMap(({ id, message }) => drawableRow(message, id) ?? []),
    ];
    if (rows.length === 0 || this.view.exit) return;
    const asked = rows.slice(0, MAX_ROWS_TO_DRAW).map((row) => ({ ...row, isExpanded: false }));
    const drawn = await this.lab.command<DrawnRow[]>({ type: 'panel_draw', columns: 80, rows: asked });
    this.#rows = drawn.map((row) => (row && 'lines' in row ? row.lines.join('\n') : ''));
  }

  /** Whether the example currently draws this part of the page. */
  part(kind: DrawnKind, text: RegExp): boolean {
    return this.view.drawn.some((drawn) => drawn.kind === kind && text.test(drawn.lines.join('\n')));
  }

  get view(): View {
    return this.lab.view;
  }

  notice(text: RegExp): boolean {
    return this.view.notices.some(({ message }) => text.test(message));
  }

  status(key: string, text: RegExp): boolean {
    return text.test(this.view.statuses[key] ?? '');
  }

  /** Whether the status was shown at any time, even if it is gone by now. */
  hadStatus(key: string, text: RegExp): boolean {
    return this.lab.events.some(
      (event) =>
        event.type === 'extension_ui_request' &&
        event.method === 'setStatus' &&
        event.statusKey === key &&
        text.test(event.statusText ?? ''),
    );
  }

  hadTitle(text: RegExp): boolean {
    return this.lab.events.some(
      (event) =>
        event.type === 'extension_ui_request' && event.method === 'setTitle' && text.test(event.title),
    );
  }

  widget(key: string, text: RegExp): boolean {
    return this.view.widgets.some((widget) => widget.key === key && text.test(widget.lines.join('\n')));
  }

  asked(method: Dialog['method'], title: RegExp): boolean {
    return this.answered.some((dialog) => dialog.method === method && title.test(dialog.title));
  }

  tool(name: string, state: ToolRun['state'], output: RegExp): boolean {
    return Object.values(this.view.toolRuns).some(
      (run) => run.name === name && run.state === state && output.test(run.output.tail),
    );
  }

  /** Whether the user ran this command with `!`. */
  ownCommand(command: string, state: ToolRun['state']): boolean {
    return Object.values(this.view.toolRuns).some(
      (run) => run.user && run.args.command === command && run.state === state,
    );
  }

  /** Whether the text is in pi's session file. */
  session(text: RegExp): boolean {
    const folder = join(this.lab.folders.agentDir, 'sessions');
    if (!existsSync(folder)) return false;
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .some((name) => text.test(readFileSync(join(folder, name), 'utf8')));
  }

  /** Whether an extension wrote a message of this type. */
  custom(type: string): boolean {
    return this.view.entries.some(({ message }) => message.role === 'custom' && message.customType === type);
  }

  user(text: RegExp): boolean {
    return this.view.entries.some(
      ({ message }) => message.role === 'user' && text.test(plainText(message.content)),
    );
  }

  /** Whether the text is in any request to the model: system prompt, messages, tools. */
  modelWasTold(text: RegExp): boolean {
    return this.lab.model.requests.some((request) => text.test(JSON.stringify(request)));
  }

  /**
   * Whether the file contains the text. The path is relative to the folder that contains the workspace (`project`) and
   * pi's folder (`agent`).
   */
  file(path: string, text: RegExp): boolean {
    const place = join(this.lab.folders.root, path);
    return existsSync(place) && text.test(readFileSync(place, 'utf8'));
  }
}

function drawableRow(message: EntryMessage, id: string | undefined): DrawableRow | null {
  if (message.role === 'custom')
    return { kind: 'message', customType: message.customType, at: message.timestamp };
  return message.role === 'customEntry' && id !== undefined ? { kind: 'entry', id } : null;
}
