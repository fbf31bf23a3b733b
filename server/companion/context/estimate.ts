// Estimates tokens as pi does: four characters a token, 1,200 tokens for an image (in pi 0.79.9 to 1.6.0). pi itself
// exports only the sum of a message.
import type { AgentMessage } from '../../../shared/pi/messages.ts';

const CHARACTERS = 4;
export const IMAGE_CHARACTERS = 4800;
/** The names and braces around a tool in a request, such as `{"type":"function","function":{}}`. */
const AROUND_TOOL = 32;
/** The words that pi writes around a summary and around a command of the user (in pi 1.6.0). */
const AROUND_SUMMARY = 130;
const AROUND_BASH = 20;

export const tokensOf = (characters: number): number => Math.ceil(characters / CHARACTERS);

/** A tool as the model gets it. */
export interface DeclaredTool {
  name: string;
  description?: unknown;
  parameters?: unknown;
}

export function toolCharacters({ name, description, parameters }: DeclaredTool): number {
  return AROUND_TOOL + JSON.stringify({ name, description, parameters }).length;
}

/** Returns the characters of a message that the model gets; 0 for one that it does not get. */
export function messageCharacters(message: AgentMessage): number {
  switch (message.role) {
    case 'user':
    case 'custom':
    case 'toolResult':
      return contentCharacters(message.content);
    case 'assistant':
      // pi does not send answers that failed or were stopped (in pi 0.73.1 to 1.6.0).
      if (message.stopReason === 'error' || message.stopReason === 'aborted') return 0;
      return contentCharacters(message.content);
    case 'bashExecution':
      if (message.excludeFromContext) return 0;
      return AROUND_BASH + message.command.length + message.output.length;
    case 'branchSummary':
    case 'compactionSummary':
      return AROUND_SUMMARY + message.summary.length;
    default:
      return 0;
  }
}

/** The content may be anything that an extension put into an edit. */
export function contentCharacters(content: unknown): number {
  if (typeof content === 'string') return content.length;
  if (!Array.isArray(content)) return 0;
  return content.reduce<number>((sum, block) => sum + blockCharacters(block), 0);
}

function blockCharacters(block: unknown): number {
  const { type, text, thinking, name, arguments: args } = Object(block) as Record<string, unknown>;
  if (type === 'image') return IMAGE_CHARACTERS;
  if (type === 'toolCall') return String(name).length + (JSON.stringify(args) ?? '').length;
  return [text, thinking].reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0);
}
