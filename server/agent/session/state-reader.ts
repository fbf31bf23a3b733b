// Reads what pi reports about its session: model, modes, name, file and slash commands.
import { abilitiesOf } from '../../../shared/pi/abilities.ts';
import type { SessionState, SlashCommand } from '../../../shared/pi/commands.ts';
import type { ThinkingLevel } from '../../../shared/pi/messages.ts';
import { errorText } from '../../../shared/error-text.ts';
import type { Feed } from '../feed/feed.ts';
import type { PiPort } from '../process/current-pi.ts';
import { publicModel } from './public-model.ts';

export interface StateReaderOptions {
  pi: Pick<PiPort, 'requestData'>;
  feed: Feed;
}

export class StateReader {
  readonly #options: StateReaderOptions;

  constructor(options: StateReaderOptions) {
    this.#options = options;
  }

  read(): Promise<SessionState> {
    return this.#options.pi.requestData<SessionState>({ type: 'get_state' });
  }

  async readCommands(): Promise<SlashCommand[]> {
    const { pi } = this.#options;
    return (await pi.requestData<{ commands: SlashCommand[] }>({ type: 'get_commands' })).commands;
  }

  async emit(state: SessionState): Promise<void> {
    const thinkingLevels = await this.#readLevels();
    this.#options.feed.emit({ type: 'panel_state', state: slimState(state), thinkingLevels });
  }

  /**
   * A pi whose version is unknown, for example because it was slow to print it, counts as the newest. This is the first
   * command that it may not know, and its answer tells that the pi is older than 0.81. It is not older than 0.79.7, the
   * first that answers an unknown command with its id.
   */
  async #readLevels(): Promise<ThinkingLevel[]> {
    const { feed, pi } = this.#options;
    if (!feed.view.can.listThinkingLevels) return [];
    try {
      return (await pi.requestData<{ levels: ThinkingLevel[] }>({ type: 'get_available_thinking_levels' }))
        .levels;
    } catch (error) {
      if (feed.view.version !== undefined || !errorText(error).includes('Unknown command')) throw error;
      feed.replace((view) => ({ ...view, can: abilitiesOf('0.79.7') }));
      return [];
    }
  }
}

function slimState({ model, ...rest }: SessionState): SessionState {
  return model ? { ...rest, model: publicModel(model) } : rest;
}
