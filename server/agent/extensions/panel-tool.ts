// A tool of pi that the panel carries out. The tool is in the panel's extension; what it may do is decided here, each time.
import { errorText } from '../../../shared/error-text.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { CompanionRequest, ToolAnswer } from '../../../shared/companion.ts';
import type { ExtensionBridge } from './extension-bridge.ts';

export type ToolBridge = Pick<ExtensionBridge, 'ask' | 'isReachable'>;

/** Offers the tool, or takes it away. Does nothing before the extension is loaded, because it is offered then. */
export async function offerTool(bridge: ToolBridge, request: CompanionRequest): Promise<void> {
  if (bridge.isReachable) await askIfThere(bridge, request);
}

/** Answers a use of the tool with what `act` gives the model, or with its error, which is for the model, too. */
export async function answerUse(
  bridge: ToolBridge,
  use: string,
  act: () => ToolAnswer | Promise<ToolAnswer>,
): Promise<void> {
  let answer: ToolAnswer | { error: string };
  try {
    answer = await act();
  } catch (error) {
    answer = { error: errorText(error) };
  }
  await askIfThere(bridge, { ask: 'tool_used', use, ...answer });
}

/** If pi has ended meanwhile, nobody waits. */
async function askIfThere(bridge: ToolBridge, request: CompanionRequest): Promise<void> {
  await bridge.ask(request).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
