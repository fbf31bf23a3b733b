// Runs the `panel_*` commands, for which pi has no command, through the panel's own extension.
import type { ToolChoice } from '../../../shared/companion.ts';
import type { Loaded } from '../../../shared/loaded.ts';
import type { Navigated, SessionTree } from '../../../shared/session-tree.ts';
import type { ContextPicture } from '../../../shared/context.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import type { PiTheme } from '../../../shared/pi/theme-json.ts';
import type { Quota } from '../../../shared/quota.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { ExtensionCompletion } from '../../../shared/view/completions.ts';
import type { DrawnRow } from '../../../shared/view/renders.ts';
import { keyTime } from '../../../shared/view/transcript.ts';
import type { ViewEvent } from '../../../shared/view/view-event.ts';
import type { View } from '../../../shared/view/view.ts';
import type { CompanionCommand } from '../../../shared/wire.ts';
import type { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { PiPort } from '../process/current-pi.ts';
import { startOptions } from '../process/start-options.ts';
import type { Session } from '../session/session.ts';

export interface CompanionCommandsOptions {
  pi: Pick<PiPort, 'startedWith'>;
  bridge: ExtensionBridge;
  session: Session;
  emit: (event: ViewEvent) => void;
  view: () => View;
}

export class CompanionCommands {
  readonly #options: CompanionCommandsOptions;
  /**
   * Whether pi is going to another point in the session. That takes long if a model summarizes the abandoned branch.
   */
  isNavigating = false;

  constructor(options: CompanionCommandsOptions) {
    this.#options = options;
  }

  /** Throws a Refusal: 409 without the extension or while the agent is busy, 502 with the error of the extension. */
  async run(command: CompanionCommand): Promise<Answer> {
    const { bridge } = this.#options;
    switch (command.type) {
      case 'panel_tree':
        return succeed(await bridge.ask<SessionTree>({ ask: 'tree' }));
      case 'panel_loaded':
        return succeed({
          ...(await bridge.ask<Omit<Loaded, 'startOptions'>>({ ask: 'loaded' })),
          startOptions: startOptions(this.#options.pi.startedWith),
        } satisfies Loaded);
      case 'panel_draw':
        return succeed(
          await bridge.ask<DrawnRow[]>({ ask: 'draw', columns: command.columns, rows: command.rows }),
        );
      case 'panel_shortcut':
        return succeed(await bridge.ask({ ask: 'shortcut', path: command.path, key: command.key }));
      case 'panel_press':
        return succeed(await bridge.ask<boolean>({ ask: 'press', data: command.data }));
      case 'panel_complete':
        return succeed(
          await bridge.ask<ExtensionCompletion[]>({
            ask: 'complete',
            before: command.before,
            after: command.after,
          }),
        );
      case 'panel_themes':
        return succeed(await bridge.ask<PiTheme[]>({ ask: 'themes' }));
      case 'panel_context':
        return succeed(await bridge.ask<ContextPicture>({ ask: 'context' }));
      case 'panel_edit_context': {
        const { entryId, act } = command;
        return succeed(await bridge.ask({ ask: 'edit_context', entryId, act }));
      }
      case 'panel_note_plan':
        return this.#notePlan(command);
      case 'panel_quotas':
        return succeed(await bridge.ask<Quota[]>({ ask: 'quotas' }));
      case 'panel_child': {
        const { type: _, child: id, ...how } = command;
        return succeed(await bridge.ask({ ask: 'child', id, ...how }));
      }
      case 'panel_tools':
        return succeed(await bridge.ask<ToolChoice>({ ask: 'tools' }));
      case 'panel_use_tools':
        return succeed(await bridge.ask<ToolChoice>({ ask: 'use_tools', names: command.names }));
      case 'panel_label':
        return succeed(await bridge.ask({ ask: 'label', entryId: command.entryId, label: command.label }));
      case 'panel_navigate':
        return this.#navigate(command);
      case 'panel_reload':
        return this.#reload();
    }
  }

  async #notePlan({ plan, notes }: CommandOf<'panel_note_plan'>): Promise<Answer> {
    const { bridge, emit } = this.#options;
    await bridge.ask({ ask: 'note_plan', at: keyTime(plan), notes });
    emit({ type: 'panel_stored_rows', rows: [{ key: plan, planNotes: notes }] });
    return { success: true };
  }

  async #navigate({ entryId, summarize, instructions }: CommandOf<'panel_navigate'>): Promise<Answer> {
    this.#requireIdle('It cannot move to another point in the session now');
    this.isNavigating = true;
    try {
      const { bridge, session } = this.#options;
      const request = { ask: 'navigate', entryId, summarize, ...(instructions && { instructions }) } as const;
      const { isCancelled, leafId, text, cameFrom } = await bridge.ask<Navigated>(request);
      if (isCancelled) return succeed({ cancelled: true });
      await session.showAt(leafId);
      return succeed({ ...(text !== undefined && { text }), ...(cameFrom !== undefined && { cameFrom }) });
    } finally {
      this.isNavigating = false;
    }
  }

  async #reload(): Promise<Answer> {
    this.#requireIdle('Nothing can be reloaded now');
    const { bridge, session } = this.#options;
    await bridge.ask({ ask: 'reload' });
    await session.readState();
    await session.folderSettings.read();
    return { success: true };
  }

  #requireIdle(what: string): void {
    const { run, compaction, retry } = this.#options.view();
    if (run || compaction || retry || this.isNavigating)
      throw new Refusal(409, 'agent_busy', `${what}: the agent is running. Stop it or wait.`);
  }
}

type CommandOf<T extends CompanionCommand['type']> = Extract<CompanionCommand, { type: T }>;

const succeed = (data: unknown): Answer => ({ success: true, data });
