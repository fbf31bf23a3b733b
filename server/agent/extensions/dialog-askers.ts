// Names the extension that opens each dialog, and finds the dialogs that an extension withdraws. pi's own record of a
// dialog contains neither.
import type { Caller } from '../../../shared/companion.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { Asker, View } from '../../../shared/view/view.ts';
import type { Report } from './companion-reports.ts';

export interface DialogAskersOptions {
  view: () => View;
  /** Names of the extension commands that pi has not answered yet. */
  pendingCommands: () => readonly string[];
  /** Called when the extension that opened this dialog continues without an answer. */
  onWithdrawn: (dialog: string) => void;
}

/** More than the dialogs that can be open. A dialog whose end pi never reports must not be remembered forever. */
const MAX_WITHDRAWABLE = 1000;

export class DialogAskers {
  readonly #options: DialogAskersOptions;
  /** The extension that opens the dialog in the next record. */
  #asker: Report<'dialog'> | null = null;
  /** Ids of the dialogs that can be withdrawn, by the extension's names for them. */
  readonly #withdrawable = new Map<string, string>();

  constructor(options: DialogAskersOptions) {
    this.#options = options;
  }

  reset(): void {
    this.#asker = null;
    this.#withdrawable.clear();
  }

  /** Takes the report that comes right before the record of a dialog. */
  onDialog(report: Report<'dialog'>): void {
    this.#asker = report;
  }

  /** The dialog is unknown if it was withdrawn before pi wrote it, because its signal was already aborted. */
  onDialogOver({ n, isWithdrawn }: Report<'dialog_closed'>): void {
    const dialog = this.#withdrawable.get(n);
    this.#withdrawable.delete(n);
    if (this.#asker?.n === n) this.#asker = null;
    if (dialog !== undefined && isWithdrawn) this.#options.onWithdrawn(dialog);
  }

  /** Adds to a dialog the extension that opens it. */
  withAsker(event: PiEvent): PiEvent {
    const asker = this.#asker;
    this.#asker = null;
    if (!asker || event.type !== 'extension_ui_request' || !('title' in event) || event.method === 'setTitle')
      return event;
    const { by, n } = asker;
    if (n !== undefined) {
      this.#withdrawable.set(n, event.id);
      const [oldest] = this.#withdrawable.keys();
      if (this.#withdrawable.size > MAX_WITHDRAWABLE && oldest !== undefined)
        this.#withdrawable.delete(oldest);
    }
    const asked = { ...event, ...(by && { panel_by: this.#findAsker(by, asker) }) };
    return asked;
  }

  /** Names the command or tool of the extension as well, if only one of them is running. */
  #findAsker({ name: extension, path }: Caller, { commands, tools }: Report<'dialog'>): Asker {
    const { pendingCommands, view } = this.#options;
    const running = Object.values(view().toolRuns).filter(({ state }) => state === 'running');
    const command = onlyOne(pendingCommands().filter((name) => commands.includes(name)));
    const tool = onlyOne(running.map(({ name }) => name).filter((name) => tools.includes(name)));
    return { extension, path, ...(command ? { command } : tool && { tool }) };
  }
}

function onlyOne(names: readonly string[]): string | undefined {
  return new Set(names).size === 1 ? names[0] : undefined;
}
