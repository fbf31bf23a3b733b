// Gives the session of a terminal's pi to a panel and takes it back. pi does not lock session files (in any version),
// so only one of the two may have the file. The terminal releases it before the panel starts its own pi on it, waits in
// a screen that takes all keys, and reads the session again only when the panel's pi has ended and the terminal holds
// the file again.
import type { ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorText } from '../../shared/error-text.ts';
import type { AgentInfo } from '../../shared/wire.ts';
import { importInPi } from '../companion/import-in-pi.ts';
import { openBrowser, type OpenFile } from '../open-browser.ts';
import type { SessionHold } from '../sessions/session-hold.ts';
import type { PanelClient } from './panel-client.ts';
import { WaitingScreen } from './waiting-screen.ts';

const POLL_MS = 1000;
/** How long to wait for a panel that crashed. It may be started again, and its agents come back with it. */
const LOST_MS = 10_000;
/** How long to wait for the hold. The system frees a hold when its process has ended. */
const FREE_MS = 10_000;

export interface HandOverOptions {
  panel: PanelClient;
  ctx: ExtensionCommandContext;
  hold: SessionHold;
}

interface Returned {
  /** The agent's last known state. */
  last: AgentInfo;
  /** Why the session came back, in words for the user. */
  why: string;
  /** Whether the terminal holds the session's file. */
  isHeld: boolean;
  /** Queued messages that pi did not get. */
  unsent: string[];
}

export class HandOver {
  readonly #panel: PanelClient;
  readonly #ctx: ExtensionCommandContext;
  readonly #hold: SessionHold;

  constructor({ panel, ctx, hold }: HandOverOptions) {
    [this.#panel, this.#ctx, this.#hold] = [panel, ctx, hold];
  }

  /**
   * Gives the session away. Resolves when the terminal has it back. Rejects with an Error for the user if it was never
   * given away.
   */
  async run(): Promise<void> {
    const ctx = this.#ctx;
    const file = ctx.sessionManager.getSessionFile();
    if (!file) throw new Error('This session is not stored, so the panel cannot open it.');
    if (!ctx.isIdle() || ctx.hasPendingMessages())
      throw new Error('pi is at work. Stop it with Escape, or wait; then /panel takes the session along.');
    // pi writes a session with its first answer. Before that, the panel begins one in the same folder.
    const session = existsSync(file) ? ctx.sessionManager.getSessionId() : null;
    const agent = await this.#giveToPanel(file, session);
    const link = this.#panel.linkTo(agent, session);
    const open = (): Promise<() => Promise<void>> => openBrowser(link, importOpen);
    const forget = await open();
    const returned = await this.#wait(agent, { link, open: () => void open() });
    await forget();
    await this.#reload(sessionAfter(file, returned.last), returned);
  }

  async #giveToPanel(file: string, session: string | null): Promise<AgentInfo> {
    const { cwd } = this.#ctx;
    this.#hold.release();
    try {
      const trust = isTrusted(this.#ctx);
      return await this.#panel.open({ workspace: cwd, ...(session && { session }), ...(trust && { trust }) });
    } catch (error) {
      await this.#hold.claim(file);
      throw error;
    }
  }

  /** Resolves when the terminal may continue. */
  async #wait(agent: AgentInfo, { link, open }: { link: string; open: () => void }): Promise<Returned> {
    return this.#ctx.ui.custom<Returned>((...[tui, theme, , done]) => {
      const screen = new WaitingScreen({ link, theme, onChange: () => tui.requestRender(), onOpen: open });
      void this.#watch(agent, screen).then(done);
      return screen;
    });
  }

  async #watch(agent: AgentInfo, screen: WaitingScreen): Promise<Returned> {
    let last = agent;
    let seenAt = performance.now();
    for (;;) {
      const isWanted = await Promise.race([screen.isWanted, sleep(POLL_MS, false)]);
      try {
        // The agent's latest session comes back.
        const found = (await this.#panel.agents()).find(({ id }) => id === agent.id);
        if (!found) return await this.#takeOver(last, 'The panel has closed this session.');
        [last, seenAt] = [found, performance.now()];
        screen.status = found.status;
        if (!isWanted) continue;
        screen.status = 'returning';
        // Ending pi during a run would lose the unfinished answer. Stopping the run first keeps it in the session.
        const unsent = found.status === 'exited' ? [] : await this.#panel.stop(agent.id);
        await this.#panel.end(agent.id);
        const returned = await this.#takeOver(last, 'The session is back in this terminal.');
        return { ...returned, unsent };
      } catch (error) {
        screen.trouble = `The panel does not answer: ${errorText(error)}`;
        if (isWanted)
          return await this.#takeOver(
            last,
            'The panel has ended.',
            'The panel does not answer, and still has this session.',
          );
        // A panel that is only slow still holds the session.
        if (performance.now() - seenAt > LOST_MS && (await this.#hold.claim(fileOf(this.#ctx, last))))
          return { last, why: 'The panel has ended.', isHeld: true, unsent: [] };
        await sleep(POLL_MS);
      }
    }
  }

  /** Takes the session back. The screen is still open, so nothing can be typed before the terminal has it. */
  async #takeOver(
    last: AgentInfo,
    why: string,
    whyNot = `${why} But another panel uses it by now.`,
  ): Promise<Returned> {
    const file = fileOf(this.#ctx, last);
    const end = performance.now() + FREE_MS;
    while (!(await this.#hold.claim(file))) {
      if (performance.now() > end) return { last, why: whyNot, isHeld: false, unsent: [] };
      this.#hold.release();
      await sleep(100);
    }
    return { last, why, isHeld: true, unsent: [] };
  }

  async #reload(file: string, { why, isHeld, unsent }: Returned): Promise<void> {
    let { ui } = this.#ctx;
    const before = ui;
    if (isHeld && existsSync(file)) {
      const withSession = (fresh: ExtensionCommandContext): Promise<void> =>
        Promise.resolve(void ({ ui } = fresh));
      await this.#ctx.switchSession(file, { withSession });
      // An older pi does not provide the context of the new session, and the previous one is no longer valid.
      if (ui === before) return;
    }
    // This is shown after pi's own message that it resumed the session, and replaces that message.
    ui.notify(why, 'info');
    if (unsent.length > 0) ui.setEditorText(unsent.join('\n\n'));
  }
}

function fileOf({ sessionManager }: ExtensionCommandContext, last: AgentInfo): string {
  return sessionAfter(sessionManager.getSessionFile()!, last);
}

/**
 * Returns the agent's latest session file, because `/new` or a fork on the page leads to another file in the same
 * folder.
 */
function sessionAfter(file: string, { sessionFile }: AgentInfo): string {
  const latest = sessionFile && path.join(path.dirname(file), sessionFile);
  return latest && existsSync(latest) ? latest : file;
}

/** pi up to 0.78 has no such function and trusts every project. */
function isTrusted(ctx: ExtensionCommandContext): boolean {
  const { isProjectTrusted } = ctx as { isProjectTrusted?: () => boolean };
  return isProjectTrusted?.call(ctx) ?? true;
}

/** Imports `open` through pi, because pi loads this file as one bundle, which has no packages of its own. */
async function importOpen(): Promise<OpenFile> {
  return ((await importInPi('open')) as { default: OpenFile }).default;
}
