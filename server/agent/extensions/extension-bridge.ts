// The server's end of the panel's own extension. It removes the extension's reports from pi's output, so that no page
// sees them, and emits events for what they change in the view. It also sends the extension requests for which RPC mode
// has no command.
import type { CompanionRequest, CompanionReport } from '../../../shared/companion.ts';
import type { SlashCommand } from '../../../shared/pi/commands.ts';
import type { PiEvent } from '../../../shared/pi/events.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { Renders } from '../../../shared/view/renders.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import { MAX_KEYS, shortTitle } from '../../../shared/view/extension-ui.ts';
import { slimDetails } from '../feed/slim-message.ts';
import type { Stage } from '../feed/stage.ts';
import type { PiPort } from '../process/current-pi.ts';
import type { Flags } from '../process/program.ts';
import { describeCalls } from './tui-only.ts';
import { parseReport, type Report, type ToolUse } from './companion-reports.ts';
import { DialogAskers, type DialogAskersOptions } from './dialog-askers.ts';
import { checkReport } from './report-schema.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

export interface ExtensionBridgeOptions extends DialogAskersOptions {
  pi: Pick<PiPort, 'request'>;
  emit: (event: ViewEvent) => void;
  /** Called when an extension draws something itself. */
  onDrawn: (report: Report<'drawn' | 'frame' | 'drawn_closed'>) => void;
  /** Called when extensions draw types of session entries that were not shown before. */
  onDrawnEntries: () => void;
  /** Whether a page shows the agent now. */
  isFollowed: () => boolean;
  /** Called with a picture that extensions draw, before the lines that show it. */
  onPicture: (picture: Report<'picture'>) => void;
  /** Called when an extension forked the session, with the text for the composer. */
  onFork: (text: string) => void;
  /** Called when an extension went to another point in the session, with its new last entry. */
  onMove: (leafId: string | null) => void;
  /** Called when pi uses another model. */
  onModelChange: () => void;
  /** Called when the extension is loaded in this session, and takes requests. */
  onLoaded: (session: string) => void;
  /** Called when pi uses a tool of the panel. */
  onToolUse: (report: ToolUse) => void;
  /** Called when an extension asked pi to end. */
  onEnding: () => void;
  /** Called when the model gets other content of these entries. */
  onContextEdits: (entries: string[]) => void;
  /** Called when pi waits between two turns, until the extension is asked to release it. */
  onBoundary: () => void;
}

type ReportHandlers = { [T in CompanionReport['type']]: (report: Report<T>) => void };

const MAX_LABEL = 200;
/** How many notices and calls are remembered, so that each is shown once. Further ones are not shown. */
const MAX_REPORTED = 500;

export class ExtensionBridge implements Stage<PiEvent, PiEvent> {
  readonly #options: ExtensionBridgeOptions;
  readonly #pendingRequests = new Map<string, (report: Report<'answer'>) => void>();
  /** The notices that the user has seen since pi started, and the TUI-only calls, as `path call`. */
  #reported = new Set<string>();
  readonly #askers: DialogAskers;
  #session: string | null = null;
  /** Whether pi uses the settings and resources of the project. Null until the extension is loaded. */
  #isTrusted: boolean | null = null;
  /** The slash command that carries requests to the extension. Null until the extension is loaded. */
  #command: string | null = null;

  readonly #handlers: ReportHandlers;

  constructor(options: ExtensionBridgeOptions) {
    this.#options = options;
    this.#askers = new DialogAskers(options);
    const { emit } = options;
    this.#handlers = {
      dialog: (report) => this.#askers.onDialog(report),
      dialog_closed: (report) => this.#askers.onDialogOver(report),
      loaded: (report) => this.#onLoaded(report),
      answer: (report) => this.#pendingRequests.get(report.n)?.(report),
      unsupported: (report) => this.#reportTuiOnly(report),
      model: () => options.onModelChange(),
      warming: ({ isIdle }) => emit({ type: 'panel_warming', isIdle }),
      changes: ({ problem }) => emit({ type: 'panel_changes', ...(problem !== undefined && { problem }) }),
      terminal_use: (report) => options.onToolUse(report),
      diagnostics_use: (report) => options.onToolUse(report),
      look_use: (report) => options.onToolUse(report),
      ending: () => options.onEnding(),
      boundary: () => options.onBoundary(),
      context_edited: ({ entries }) => options.onContextEdits(entries),
      blocked: ({ call }) => emit({ type: 'panel_tool_blocked', call }),
      label: (report) => emit(toLabelEvent(report)),
      renders: ({ renders }) => this.#onRenders(renders),
      registered: ({ registered }) => emit({ type: 'panel_registered', registered }),
      theme: ({ name }) => emit({ type: 'panel_theme', name }),
      working: ({ working }) => emit({ type: 'panel_working', working }),
      children: ({ children }) => emit({ type: 'panel_children', children }),
      picture: (report) => options.onPicture(report),
      forked: ({ text }) => options.onFork(text),
      moved: ({ leafId }) => options.onMove(leafId),
      clipboard: ({ text }) => this.#onClipboard(text),
      pasted: ({ text }) => emit({ type: 'panel_pasted', text }),
      expanded: ({ what, isExpanded }) => emit({ type: 'panel_expanded', what, isExpanded }),
      redraw: ({ call }) => emit({ type: 'panel_redraw', call }),
      entry: (report) => this.#onEntry(report),
      notice: ({ message }) => this.#reportOnce(message),
      drawn: (report) => options.onDrawn(report),
      frame: (report) => options.onDrawn(report),
      drawn_closed: (report) => options.onDrawn(report),
    };
  }

  /** Call this before pi starts with these flags. */
  reset(flags: Flags): void {
    this.#reported = new Set();
    this.#askers.reset();
    this.#session = null;
    this.#isTrusted = null;
    this.#command = null;
    this.#options.emit({ type: 'panel_companion', problem: problemOf(flags) });
  }

  /**
   * Removes the reports of the extension from the events, and acts on them. The meaning of a report depends on the view
   * at that moment.
   */
  push(events: readonly PiEvent[]): PiEvent[] {
    return events.flatMap((event) => {
      const sent = parseReport(event);
      if (!sent) {
        this.#countKeys(event);
        return [this.#askers.withAsker(event)];
      }
      const report = checkReport(sent);
      if (report) this.#onReport(report);
      else
        this.#reportOnce(
          `An extension sent the panel a report that it cannot read (${shortTitle(sent.type)}).`,
        );
      return [];
    });
  }

  /** Whether the extension has started and takes requests. */
  get isReachable(): boolean {
    return this.#command !== null;
  }

  get isProjectTrusted(): boolean | null {
    return this.#isTrusted;
  }

  /**
   * Returns the commands without the extension's own, which users must not see. If several have the same name, only the
   * first is returned, because pi runs that one.
   */
  commandsForUsers(commands: readonly SlashCommand[]): SlashCommand[] {
    const byName = new Map<string, SlashCommand>();
    for (const command of commands) {
      const isOwn = command.name === this.#command && command.source === 'extension';
      if (!isOwn && !byName.has(command.name)) byName.set(command.name, command);
    }
    return [...byName.values()];
  }

  /** Resolves to the extension's answer. Throws a Refusal: 409 `no_companion`, 502 `agent_refused` with its error. */
  async ask<T>(request: CompanionRequest): Promise<T> {
    const problem = this.#command === null ? this.#options.view().companionProblem : null;
    if (problem !== null) throw new Refusal(409, 'no_companion', problem);
    const n = crypto.randomUUID();
    const message = `/${this.#command} ${JSON.stringify({ n, ...request })}`;
    let answer: Report<'answer'> | undefined;
    this.#pendingRequests.set(n, (report) => (answer = report));
    try {
      // The extension's answer arrives first, because pi answers only when the command has ended.
      const response = await this.#options.pi.request({ type: 'prompt', message });
      if (!response.success) throw refused(response.error);
    } finally {
      this.#pendingRequests.delete(n);
    }
    if (!answer) throw refused('The panel’s extension did not answer.');
    if ('error' in answer) throw refused(answer.error);
    return answer.data as T;
  }

  /** Says once per pi that the view drops the oldest statuses or widgets. */
  #countKeys(event: PiEvent): void {
    if (event.type !== 'extension_ui_request') return;
    const { statuses, widgets } = this.#options.view();
    if (event.method === 'setStatus' && event.statusText !== undefined) {
      const isFull = Object.keys(statuses).length >= MAX_KEYS && !Object.hasOwn(statuses, event.statusKey);
      if (isFull)
        this.#reportOnce(`Extensions set more than ${MAX_KEYS} statuses. The page shows the newest ones.`);
    } else if (event.method === 'setWidget' && event.widgetLines) {
      const isFull = widgets.length >= MAX_KEYS && !widgets.some(({ key }) => key === event.widgetKey);
      if (isFull)
        this.#reportOnce(`Extensions set more than ${MAX_KEYS} widgets. The page shows the newest ones.`);
    }
  }

  #onReport(report: CompanionReport): void {
    (this.#handlers[report.type] as (report: CompanionReport) => void)(report);
  }

  #onClipboard(text: string): void {
    const { emit, isFollowed } = this.#options;
    if (isFollowed()) return emit({ type: 'panel_clipboard', text });
    const message = 'An extension copied a text while no page was open, so it is not in your clipboard.';
    emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }

  #onRenders(renders: Renders): void {
    const { emit, onDrawnEntries, view } = this.#options;
    const known = new Set(view().renders.entries);
    emit({ type: 'panel_renders', renders });
    if (renders.entries.some((type) => !known.has(type))) onDrawnEntries();
  }

  #onEntry({ id, customType, data, at: timestamp }: Report<'entry'>): void {
    const details = data === undefined ? {} : { details: slimDetails(data) };
    const message = { role: 'customEntry' as const, customType, ...details, timestamp };
    this.#options.emit({ type: 'panel_entry', id, message });
  }

  /**
   * Announces the session. This report comes before anything that other extensions do in the session, so everything
   * that the previous session's extensions showed is cleared.
   */
  #onLoaded({ session, isReload, command, isTrusted }: Report<'loaded'>): void {
    this.#isTrusted = isTrusted === true;
    const { emit, view } = this.#options;
    const isOther = this.#session !== null && (this.#session !== session || isReload);
    this.#session = session;
    this.#command = command;
    if (view().companionProblem !== null) emit({ type: 'panel_companion', problem: null });
    if (isOther) emit({ type: 'panel_ui_reset', session });
    this.#options.onLoaded(session);
  }

  #reportTuiOnly({ by, calls }: Report<'unsupported'>): void {
    const news = calls.filter((call) => this.#isNew(`${by.path} ${call}`));
    if (news.length === 0) return;
    this.#options.emit({
      type: 'panel_notice',
      kind: 'info',
      message: `${by.name} asks for ${describeCalls(news)}. Only pi's TUI supports that.`,
      panel_at: Date.now(),
    });
  }

  /** Remembers what is reported. Returns false if that is not the first time, or nothing more can be remembered. */
  #isNew(reported: string): boolean {
    if (this.#reported.has(reported) || this.#reported.size >= MAX_REPORTED) return false;
    this.#reported.add(reported);
    return true;
  }

  /** Reports a notice once per pi, because the extension repeats its reports at each start of a session. */
  #reportOnce(message: string): void {
    if (!this.#isNew(message)) return;
    this.#options.emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
  }
}

/** Returns why the extension cannot be asked, now or at all. */
function problemOf({ companion, withoutExtensions }: Flags): string {
  if (withoutExtensions)
    return "pi runs without extensions, including the panel's own: restart it with extensions.";
  if (!companion) return 'The panel was started without its own extension (--no-companion).';
  return 'The panel’s extension is not loaded yet.';
}

function toLabelEvent({ entryId, label, row }: Report<'label'>): ViewEvent {
  return {
    type: 'panel_label',
    entryId,
    ...(label && { label: cutText(label, MAX_LABEL) }),
    ...(row && { row }),
  };
}

function refused(why: string): Refusal {
  return new Refusal(502, 'agent_refused', why);
}
