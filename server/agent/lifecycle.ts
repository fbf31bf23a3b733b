// Starts an agent's pi, the first time and for each restart, and reads from it what the view needs first.
import { isDeepStrictEqual } from 'node:util';
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
import type { Flags, Program } from './process/program.ts';
import { beginAgain } from './process/session-options.ts';
import type { MessageQueue } from './queue/message-queue.ts';
import type { Session } from './session/session.ts';

export interface LifecycleOptions {
  pi: CurrentPi;
  program: Pick<Program, 'argv' | 'version'>;
  feed: Feed;
  bridge: ExtensionBridge;
  screens: Screens;
  session: Session;
  queue: MessageQueue;
  commands: Pick<CommandRunner, 'reportFailure'>;
  emit: (event: ViewEvent) => void;
  /** Finishes what an earlier panel left unfinished in this session. */
  recover: () => Promise<void>;
}

export class Lifecycle {
  readonly #options: LifecycleOptions;
  /** The last restart, until it has ended. */
  #restarting: { how: Restart; ended: Promise<void> } | null = null;

  constructor(options: LifecycleOptions) {
    this.#options = options;
  }

  /** Starts pi. Resolves once pi has answered its first commands or has failed; the view says which. */
  async start(): Promise<void> {
    const { bridge, commands, feed, pi, recover, screens, session } = this.#options;
    const { sessionFile, sessionId } = pi.flags;
    // A page finds its agent by the session, and does not wait for pi.
    if (sessionId) feed.replace((view) => ({ ...view, session: { id: sessionId } }));
    if (sessionFile) await commands.reportFailure(() => session.shown.showFile(sessionFile));
    bridge.reset(pi.flags);
    screens.reset();
    if (!(await pi.start(feed))) return;
    await commands.reportFailure(async () => {
      try {
        await this.#readFirstState(sessionFile);
      } catch (error) {
        await session.shown.showFailure(error, sessionFile);
        throw error;
      }
      await recover();
      await session.folderSettings.read();
      await session.readStats();
    });
  }

  /**
   * Reads the session that pi has opened, and shows it. It may differ from the one that the panel `asked` for, because of
   * options of pi or of the program that wraps it.
   */
  async #readFirstState(asked: string | undefined): Promise<void> {
    const { emit, feed, session } = this.#options;
    const shown = feed.view.session?.id;
    const state = await session.readState();
    const { sessionId, messageCount } = state;
    if (asked && sessionId !== shown) {
      const message = 'pi opened a different session from the one it was asked to continue.';
      emit({ type: 'panel_notice', kind: 'warning', message, panel_at: Date.now() });
    }
    const isStored = messageCount > 0 || asked !== undefined;
    if (sessionId !== shown && isStored) await session.shown.showCurrent(state);
    if (isStored) await session.checkModel(state);
  }

  /**
   * Ends pi and starts another one, which continues the session if it is on disk and otherwise begins it again, without its messages. A call
   * during a restart follows it, unless it asks for nothing else: then it resolves with that restart.
   */
  restart(how: Restart): Promise<void> {
    const last = this.#restarting;
    if (last && asksForNothingElse(how, last.how)) return last.ended;
    const ended = this.#replacePi(how, last?.ended).finally(() => {
      if (this.#restarting?.ended === ended) this.#restarting = null;
    });
    this.#restarting = { how, ended };
    return ended;
  }

  async #replacePi(how: Restart, previous: Promise<void> | undefined): Promise<void> {
    if (previous) await Promise.allSettled([previous]);
    await this.#options.pi.replace(() => this.#startAnother(how));
  }

  async #startAnother({ withoutExtensions = false, ...wanted }: Restart): Promise<void> {
    const { feed, pi, program, queue, session } = this.#options;
    const { flags } = pi;
    const sessionFile = (await session.isWritten()) ? session.path : undefined;
    const { demo = flags.demo, colors = flags.colors, trust = flags.trust } = wanted;
    // pi does not start with a flag that no extension defines any more. If the last pi never became ready, that may be
    // why, so the flags of all extensions are dropped.
    const before = feed.view.ready ? flags.extensionFlags : undefined;
    const extensionFlags = applyChanges(before, wanted.extensionFlags);
    const begun = sessionFile ? {} : beginAgain({ program, flags, view: feed.view, file: session.path });
    const lasting = { ...flags, withoutExtensions, demo, colors, trust, extensionFlags };
    const none = { sessionId: undefined, sessionName: undefined, sessionOptions: undefined };
    pi.flags = { ...lasting, ...none, ...begun, sessionFile };
    queue.recovery.onRestart({ isSaved: sessionFile !== undefined });
    feed.replace(({ workspace, notices, queue }) => ({
      ...emptyView(workspace, program.version),
      colors: colors ?? false,
      notices,
      queue,
    }));
    await this.start();
  }

  /**
   * Makes pi use changed credentials or models, and returns how. An idle agent without a model is restarted, because pi
   * chooses a model when it starts; otherwise pi reads its models again, if the panel's extension can make it.
   */
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

function asksForNothingElse(how: Restart, last: Restart): boolean {
  return isDeepStrictEqual({ ...last, ...how }, last);
}

function applyChanges(
  flags: Flags['extensionFlags'],
  changes: Restart['extensionFlags'],
): Flags['extensionFlags'] {
  const changed = Object.entries({ ...flags, ...changes });
  return Object.fromEntries(changed.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
