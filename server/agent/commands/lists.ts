// What pi lists, as pages may see it.
import type { Answer, SlashCommand } from '../../../shared/pi/commands.ts';
import type { Model } from '../../../shared/pi/messages.ts';
import type { ExtensionBridge } from '../extensions/extension-bridge.ts';
import type { PiPort } from '../process/current-pi.ts';
import { publicModel } from '../session/public-model.ts';
import type { Session } from '../session/session.ts';

interface ListsOptions {
  pi: PiPort;
  session: Session;
  bridge: ExtensionBridge;
}

export class Lists {
  readonly #options: ListsOptions;

  constructor(options: ListsOptions) {
    this.#options = options;
  }

  async commands(): Promise<Answer> {
    const { bridge, pi } = this.#options;
    const answer = await pi.request({ type: 'get_commands' });
    if (!answer.success) return answer;
    const { commands } = answer.data as { commands: SlashCommand[] };
    return { success: true, data: { commands: bridge.commandsForUsers(commands) } };
  }

  /** pi fails if one of the messages is damaged (0.87.1), so the messages are then read from its file. */
  async forkMessages(): Promise<Answer> {
    const { pi, session } = this.#options;
    const answer = await pi.request({ type: 'get_fork_messages' });
    return answer.success
      ? answer
      : { success: true, data: { messages: await session.reads.forkMessages() } };
  }

  /** Without the addresses and headers of the models' providers, which pages must not see. */
  async models(): Promise<Answer> {
    const answer = await this.#options.pi.request({ type: 'get_available_models' });
    if (!answer.success) return answer;
    const { models } = answer.data as { models: Model[] };
    return { success: true, data: { models: models.map(listedModel) } };
  }
}

function listedModel(model: Model): Model {
  const { maxTokens, cost } = model;
  return { ...publicModel(model), ...(maxTokens && { maxTokens }), ...(cost && { cost }) };
}
