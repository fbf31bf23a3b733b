// Converts the current branch of a stored session to Markdown, with the commands and files of its tool calls.
import type { AgentMessage } from '../../shared/pi/messages.ts';
import { isDamaged, parseSession } from '../../shared/pi/session-parse.ts';
import { currentBranch } from '../../shared/pi/session-tree.ts';
import { plainText } from '../../shared/view/history.ts';

export function sessionMarkdown(text: string, title: string): string {
  const parts = currentBranch(parseSession(text)?.entries ?? [], isDamaged).flatMap((entry) => {
    const flaw = entry.panel_flaw ? [`## Unreadable entry\n\n${fence(entry.panel_flaw.raw, '')}`] : [];
    if (entry.type === 'message') return [...writeMessage(entry.message), ...flaw];
    if (entry.type === 'compaction' || entry.type === 'branch_summary')
      return [`## Summary\n\n${entry.summary}`, ...flaw];
    return flaw;
  });
  return `# ${title.replaceAll(/\s+/g, ' ').trim()}\n\n${parts.join('\n\n')}\n`;
}

function writeMessage(message: AgentMessage): string[] {
  if (message.role === 'user') return [`## You\n\n${plainText(message.content)}`];
  if (message.role === 'bashExecution') return [`## Bash\n\n${fence(message.command, 'sh')}`];
  if (message.role !== 'assistant') return [];
  const blocks = message.content.flatMap((block) => {
    if (block.type === 'text') return block.text.trim() === '' ? [] : [block.text.trim()];
    if (block.type !== 'toolCall') return [];
    const { command, path, pattern } = block.arguments;
    if (typeof command === 'string') return [fence(command, 'sh')];
    const detail = [path, pattern].find((value) => typeof value === 'string');
    return [`_${block.name}${typeof detail === 'string' ? ` ${detail}` : ''}_`];
  });
  return blocks.length === 0 ? [] : [`## Assistant\n\n${blocks.join('\n\n')}`];
}

/** Wraps code in a fence that is longer than any run of backticks inside. */
function fence(code: string, language: string): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${code}\n${ticks}`;
}
