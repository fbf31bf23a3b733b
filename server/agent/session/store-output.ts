// Makes the output of a past tool run or user bash readable when only pi's session file still has it.
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { textOf } from '../../../shared/view/history.ts';
import type { Outputs } from '../../output/outputs.ts';

/** `message` is the stored result with this id. The output may be on disk, in the file that the result names. */
export async function storeOutput(
  outputs: Outputs,
  runId: string,
  message: AgentMessage | null | undefined,
): Promise<void> {
  if (message?.role === 'bashExecution') return outputs.store(runId, message.output, message.fullOutputPath);
  // The run may have been interrupted, in which case the panel kept its output.
  if (message?.role !== 'toolResult') return outputs.store(runId);
  const details = message.details as { fullOutputPath?: string } | undefined;
  return outputs.store(runId, textOf(message), details?.fullOutputPath);
}
