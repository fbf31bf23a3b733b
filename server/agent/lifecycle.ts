// The starts of an agent's pi: the first one and each restart, with what is read from pi before it counts as ready.
import { Refusal } from '../../shared/refusal.ts';
import type { AgentNotice } from '../../shared/setup.ts';
import type { ViewEvent } from '../../shared/view/view-event.ts';
import { emptyView } from '../../shared/view/view.ts';
import type { Restart } from '../../shared/wire.ts';
import type { CommandRunner } from './commands/command-runner.ts';
import type { ExtensionBridge } from './extensions/extension-bridge.ts';
import type { Screens } from './extensions/screens.ts';
import type { Feed } from './feed/feed.ts';
import type { CurrentPi } from './process/current-pi.ts';
import type { Flags } from './process/program.ts';
import type { MessageQueue } from './queue/message-queue.ts';
import type { Session } from './session/session.ts';

export interface LifecycleOptions {
  pi: CurrentPi;
  /** The version of pi, as far as it is known before it runs. */
  version: string | null;
  feed: Feed;
  bridge: ExtensionBridge;
  screens: Screens;
  session: Session;
  queue: MessageQueue;
  commands: Pick<CommandRunner, 'reportRefusal'>;
  emit: (event: ViewEvent) => void;
  /** Finishes what an earlier panel left unfinished in this session. */
  recover: () => Promise<void>;
}

export class Lifecycle {
  readonly #options: LifecycleOptions;
  #restarting: Promise<void> | null = null;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  /** Resolves once pi has answered its first commands or has failed to; the view says which. */
  async start(): Promise<void> {
    const { bridge, commands, feed, pi, recover, screens, session } = this.#options;
    const { sessionFile } = pi.flags;
    if (sessionFile) await commands.reportRefusal(() => session.showFile(sessionFile));
    bridge.reset(pi.flags);
    screens.reset();
    if (!(await pi.start(feed))) return;
    await commands.reportRefusal(async () => {
      await this.#readFirstState(sessionFile);
      await recover();
      await session.folderSettings.read();
      await session.readStats();
    });
  }

  /** Options of pi, or of the program around it, may have taken pi to another session than the one that is shown. */
  async #readFirstState(asked: string | undefined): Promise<void> {
    const { emit, feed, session } = this.#options;
    const shown = feed.view.session?.id;
    const { sessionId, sessionFile, messageCount } = await session.readState();
    if (asked && sessionId !== shown) {
      const message = 'pi opened another session than the one it was asked to continue.';
      emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
    }
    const isStored = messageCount > 0 || asked !== undefined;
    if (sessionFile && sessionId !== shown && isStored) await session.showFile(sessionFile);
  }

  /** Starts another pi, on the same session if pi has written it. A second call during a restart waits for it. */
  restart(how: Restart): Promise<void> {
    const { pi } = this.#options;
    return (this.#restarting ??= pi
      .replace(() => this.#startAnother(how))
      .finally(() => (this.#restarting = null)));
  }

  async #startAnother({ withoutExtensions = false, ...wanted }: Restart): Promise<void> {
    const { feed, pi, queue, session, version } = this.#options;
    const { flags } = pi;
    const sessionFile = (await session.isWritten()) ? session.path : undefined;
    const { demo = flags.demo, colors = flags.colors, trust = flags.trust } = wanted;
    // A flag that no extension defines any more keeps pi from starting, so it is left out the next time.
    const before = feed.view.ready ? flags.extensionFlags : undefined;
    const extensionFlags = applyChanges(before, wanted.extensionFlags);
    const kept: Flags = { ...flags, sessionOptions: undefined };
    pi.flags = { ...kept, sessionFile, withoutExtensions, demo, colors, trust, extensionFlags };
    queue.recovery.onRestart({ isSaved: sessionFile !== undefined });
    feed.replace(({ workspace, notices, queue }) => ({
      ...emptyView(workspace, version),
      colors: colors ?? false,
      notices,
      queue,
    }));
    await this.start();
  }

  /** Credentials or models changed. An agent without a model has nothing to lose, and pi chooses one when it starts. */
  async onCredentials(): Promise<AgentNotice> {
    const { bridge, feed } = this.#options;
    const { exit, model, ready, run } = feed.view;
    if (exit) return 'refreshed';
    if (ready && model === null && !run) {
      await this.restart({});
      return 'restarted';
    }
    try {
      await bridge.ask({ ask: 'refresh_models' });
      return 'refreshed';
    } catch (error) {
      if (error instanceof Refusal) return 'needs_restart';
      throw error;
    }
  }
}

function applyChanges(
  flags: Flags['extensionFlags'],
  changes: Restart['extensionFlags'],
): Flags['extensionFlags'] {
  const changed = Object.entries({ ...flags, ...changes });
  return Object.fromEntries(changed.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
