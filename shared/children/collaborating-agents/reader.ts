// Reads the package `@baochunli/pi-collaborating-agents` (0.4.6), which starts its agents in the background and reports
// their results in a message. It passes on neither their conversations nor what they cost.
import type { ToolRunState } from '../../view/conversation.ts';
import { isText, itemsOf, textOf, type Child, type Fields } from '../child.ts';

export function readCollaboratingAgents({ mode, results }: Fields, _parent: ToolRunState): Child[] {
  if (!isText(mode) || !mode.startsWith('subagent')) return [];
  return itemsOf(results)
    .filter(({ agent, launchMode }) => isText(agent) && isText(launchMode))
    .map((result): Child => {
      const hasFailed = result.exitCode !== 0;
      return {
        ...(isText(result.sessionId) && { id: result.sessionId }),
        name: textOf(result.name) || textOf(result.agent),
        task: textOf(result.task),
        model: textOf(result.resolvedModel),
        state: hasFailed ? 'failed' : 'ok',
        turns: 0,
        tokens: null,
        usage: {},
        cost: 0,
        last: textOf(result.output),
        failure: hasFailed ? textOf(result.error) || textOf(result.output) : '',
        ...(isText(result.sessionFile) && { file: result.sessionFile }),
        messages: [],
      };
    });
}
