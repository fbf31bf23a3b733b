// The searchable texts of a session entry, by kind.
import { plainText } from '../../../shared/view/history.ts';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import type { SessionEntry } from '../../../shared/pi/session.ts';
import type { SearchKind } from '../../../shared/searches.ts';

export interface EntryText {
  kind: SearchKind;
  text: string;
  /** The tool call that it belongs to. */
  call?: string;
}

export function textsOf(entry: SessionEntry): EntryText[] {
  switch (entry.type) {
    case 'message':
      return textsOfMessage(entry.message);
    case 'custom_message':
      return [{ kind: 'custom', text: plainText(entry.content) }];
    case 'compaction':
    case 'branch_summary':
      return [{ kind: 'custom', text: entry.summary }];
    default:
      return [];
  }
}

function textsOfMessage(message: AgentMessage): EntryText[] {
  switch (message.role) {
    case 'user':
      return [{ kind: 'user', text: plainText(message.content) }];
    case 'assistant':
      return message.content.map((block) => {
        if (block.type === 'toolCall')
          return { kind: 'tool', text: wordsIn(block.arguments).join('\n'), call: block.id };
        return { kind: 'assistant', text: block.type === 'text' ? block.text : block.thinking };
      });
    case 'toolResult':
      return [{ kind: 'tool', text: plainText(message.content), call: message.toolCallId }];
    case 'bashExecution':
      return [{ kind: 'bash', text: `${message.command}\n${message.output}` }];
    case 'custom':
      return [{ kind: 'custom', text: plainText(message.content) }];
    default:
      return [];
  }
}

/** Returns every text in the arguments of a tool call, such as a command, a path, or the lines of an edit. */
function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(wordsIn);
}
