// Lists the messages that the model gets, and the images in them.
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import type { ContextKind } from '../../../shared/context.ts';
import { callsIn, contentOf, oneLine, type Calls } from '../session-tree.ts';
import { contentCharacters, IMAGE_CHARACTERS, messageCharacters, tokensOf } from './estimate.ts';
import { isOmission, type Projected } from './projection.ts';
import type { Row } from './row.ts';

/** `canEdit`: whether this pi can edit the context. */
export function messageRows(messages: readonly Projected[], canEdit: boolean): Row[] {
  const calls = callsIn(messages.map(({ entry }) => entry));
  const results = resultsByCall(messages);
  return messages.flatMap((projected) => rowsOf(projected, { calls, results, canEdit }));
}

interface Others {
  calls: Calls;
  results: ReadonlyMap<string, string>;
  canEdit: boolean;
}

/** Returns the ids of the entries with results, by the id of the call. */
export function resultsByCall(messages: readonly Projected[]): ReadonlyMap<string, string> {
  return new Map(
    messages.flatMap(({ entry, message }) =>
      message.role === 'toolResult' ? [[message.toolCallId, entry.id] as const] : [],
    ),
  );
}

export function callIdsOf(message: AgentMessage): string[] {
  if (message.role !== 'assistant') return [];
  return message.content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []));
}

function rowsOf({ entry, message, edit }: Projected, { calls, results, canEdit }: Others): Row[] {
  const whole = messageCharacters(message);
  // pi does not send it, whatever an edit says.
  if (whole === 0) return [];
  const { id } = entry;
  const replacement = edit?.replacement;
  const sent = edit ? contentCharacters(replacement?.content) : whole;
  const { kind, text } = contentOf(entry, calls);
  const withResults = callIdsOf(message).filter((call) => results.has(call)).length;
  const content = edit ? replacement?.content : 'content' in message ? message.content : undefined;
  const row: Row = {
    id,
    kind: KINDS[kind],
    text: oneLine(text),
    tokens: tokensOf(sent),
    at: message.timestamp,
    mark: `${sent} ${edit?.id ?? ''}`,
    ...(edit && { edit: isOmission(edit) ? 'omitted' : 'shortened', whole: tokensOf(whole) }),
    ...(canEdit && EDITABLE.has(message.role) && { isEditable: true as const }),
    ...(withResults > 0 && { results: withResults }),
  };
  return [row, ...imageRows(id, content)];
}

type TreeKind = ReturnType<typeof contentOf>['kind'];

const KINDS: Readonly<Record<TreeKind, ContextKind>> = {
  user: 'user',
  assistant: 'assistant',
  calls: 'call',
  tool: 'result',
  bash: 'bash',
  custom: 'custom',
  compaction: 'compaction',
  summary: 'branch',
  other: 'custom',
};

/** The messages whose content pi can replace (in pi 0.87.1 to 1.6.0). */
export const EDITABLE: ReadonlySet<string> = new Set(['user', 'assistant', 'toolResult', 'custom']);

function imageRows(parent: string, content: unknown): Row[] {
  if (!Array.isArray(content)) return [];
  const images = content.filter((block) => (Object(block) as { type?: unknown }).type === 'image');
  return images.map(({ mimeType }: { mimeType?: unknown }, at): Row => ({
    id: `${parent}/${at}`,
    parent,
    kind: 'image',
    text: typeof mimeType === 'string' ? mimeType : '',
    tokens: tokensOf(IMAGE_CHARACTERS),
    mark: '',
  }));
}
