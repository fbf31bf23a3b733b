// What pages ask of pi by way of the panel's own extension, and what has to be read again afterwards.
import type { Navigated, SessionTree, ToolChoice } from '../../../shared/companion.ts';
import type { Answer } from '../../../shared/pi/commands.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import type { CompanionCommand } from '../../../shared/wire.ts';
import type { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { Session } from '../session/session.ts';

export interface CompanionCommandsOptions {
  link: ExtensionBridge;
  session: Session;
  view: () => View;
}

export class CompanionCommands {
  readonly #options: CompanionCommandsOptions;
  /** pi is on its way to another place of the tree, which takes long when the model sums up what is left behind. */
  isNavigating = false;

  constructor(options: CompanionCommandsOptions) {
    this.#options = options;
  }

  /** Throws a Refusal: 409 without the extension or while the agent is at work, 502 with what pi said. */
  async run(command: CompanionCommand): Promise<Answer> {
    const { link } = this.#options;
    switch (command.type) {
      case 'panel_tree':
        return done(await link.ask<SessionTree>({ ask: 'tree' }));
      case 'panel_tools':
        return done(await link.ask<ToolChoice>({ ask: 'tools' }));
      case 'panel_use_tools':
        return done(await link.ask<ToolChoice>({ ask: 'use_tools', names: command.names }));
      case 'panel_label':
        return done(await link.ask({ ask: 'label', entryId: command.entryId, label: command.label }));
      case 'panel_navigate':
        return this.#navigate(command);
      case 'panel_reload':
        return this.#reload();
    }
  }

  async #navigate({ entryId, summarize, instructions }: Of<'panel_navigate'>): Promise<Answer> {
    this.#requireRest('It cannot go elsewhere in the session now');
    this.isNavigating = true;
    try {
      const { link, session } = this.#options;
      const asked = { ask: 'navigate', entryId, summarize, ...(instructions && { instructions }) } as const;
      const { isCancelled, leafId, text } = await link.ask<Navigated>(asked);
      if (isCancelled) return done({ cancelled: true });
      await session.stand(leafId);
      return done(text === undefined ? {} : { text });
    } finally {
      this.isNavigating = false;
    }
  }

  async #reload(): Promise<Answer> {
    this.#requireRest('Nothing can be reloaded now');
    const { link, session } = this.#options;
    await link.ask({ ask: 'reload' });
    await session.readState();
    await session.readFolder();
    return { success: true };
  }

  #requireRest(what: string): void {
    const { run, compaction, retry } = this.#options.view();
    if (run || compaction || retry || this.isNavigating)
      throw new Refusal(409, 'agent_busy', `${what}: the agent is at work. Stop it or wait.`);
  }
}

type Of<T extends CompanionCommand['type']> = Extract<CompanionCommand, { type: T }>;

const done = (data: unknown): Answer => ({ success: true, data });
