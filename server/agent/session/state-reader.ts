// Reads what pi reports about its session: model, modes, name, file and slash commands.
import type { SessionState, SlashCommand } from '../../../shared/pi/commands.ts';
import type { ThinkingLevel } from '../../../shared/pi/messages.ts';
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
    const { feed, pi } = this.#options;
    const levels = feed.view.can.listThinkingLevels
      ? (await pi.requestData<{ levels: ThinkingLevel[] }>({ type: 'get_available_thinking_levels' })).levels
      : [];
    feed.emit({ type: 'panel_state', state: slimState(state), thinkingLevels: levels });
  }
}

function slimState({ model, ...rest }: SessionState): SessionState {
  return model ? { ...rest, model: publicModel(model) } : rest;
}
