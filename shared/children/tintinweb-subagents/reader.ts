// Reads the package `@tintinweb/pi-subagents` (0.14): the details of its tool `Agent`, and its notifications about agents
// in the background. It passes on neither their conversations nor what they cost.
import type { ToolRunState } from '../../view/conversation.ts';
import { countOf, isText, itemsOf, textOf, type Child, type Fields } from '../child.ts';

export function readTintinwebSubagents(details: Fields, parent: ToolRunState): Child[] {
  const { subagentType, toolUses, status } = details;
  if (isText(subagentType) && typeof toolUses === 'number') return [toolChild(details, parent)];
  // A notification about several agents contains the others.
  if (isText(status) && isText(details.resultPreview))
    return [details, ...itemsOf(details.others)].map(noticeChild);
  return [];
}

function toolChild(details: Fields, parent: ToolRunState): Child {
  const state = stateOf(details.status, parent);
  return {
    ...(isText(details.agentId) && { id: details.agentId }),
    name: textOf(details.displayName) || textOf(details.subagentType),
    task: textOf(details.description),
    model: textOf(details.modelName),
    state,
    turns: countOf(details.turnCount),
    tokens: tokensIn(textOf(details.tokens)),
    usage: {},
    cost: 0,
    last: textOf(details.activity),
    failure: state === 'failed' ? textOf(details.error) : '',
    messages: [],
  };
}

function noticeChild(details: Fields): Child {
  const state = stateOf(details.status, 'ok');
  return {
    ...(isText(details.id) && { id: details.id }),
    name: textOf(details.description),
    task: textOf(details.description),
    model: '',
    state,
    turns: countOf(details.turnCount),
    tokens: countOf(details.totalTokens) || null,
    usage: {},
    cost: 0,
    last: textOf(details.resultPreview),
    ...(isText(details.outputFile) && { file: details.outputFile }),
    failure: state === 'failed' ? textOf(details.error) : '',
    messages: [],
  };
}

/** `12.3k token`, possibly with more behind it. */
function tokensIn(text: string): number | null {
  const found = /([\d.]+)([kM]?) token/.exec(text);
  if (!found) return null;
  const factor = { k: 1000, M: 1_000_000 }[found[2] ?? ''] ?? 1;
  return Math.round(Number(found[1]) * factor);
}

function stateOf(status: unknown, parent: ToolRunState): ToolRunState {
  switch (status) {
    case 'queued':
    case 'running':
      return parent === 'running' ? 'running' : 'interrupted';
    // A notification reports its end.
    case 'background':
      return 'running';
    case 'aborted':
    case 'stopped':
      return 'aborted';
    case 'error':
      return 'failed';
    default:
      return 'ok';
  }
}
