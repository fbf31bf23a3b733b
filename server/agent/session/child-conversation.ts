// The conversation of a sub-agent, from the file that its pi or its package writes while it works.
import type { ChildConversation } from '../../../shared/stored-sessions.ts';
import { fieldsOf, type Child, type Fields } from '../../../shared/children/child.ts';
import { childrenIn } from '../../../shared/children/read-children.ts';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { errorText } from '../../../shared/error-text.ts';
import { Refusal } from '../../../shared/refusal.ts';
import type { View } from '../../../shared/view/view.ts';
import { openRegular } from '../../lib/regular-file.ts';
import { slimMessage } from '../feed/slim-message.ts';

/** Of the end of the file. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_MESSAGES = 200;
/** The lists and the row name images; their bytes are not sent. */
const NO_IMAGES = { add: () => null };

/**
 * Reads the end of it. Only files that a package of the conversation has named are read. Throws a Refusal: 404 for an
 * id without one, 422 for a file that cannot be read.
 */
export async function readChild(view: View, id: string): Promise<ChildConversation> {
  const file = fileOf(view, id);
  if (file === undefined)
    throw new Refusal(404, 'unknown_child', 'The conversation of this sub-agent is not known any more.');
  try {
    const { text, isCut } = await readEnd(file);
    const messages = text.split('\n').flatMap(messageIn);
    return {
      messages: messages.slice(-MAX_MESSAGES) as unknown as Fields[],
      isCut: isCut || messages.length > MAX_MESSAGES,
    };
  } catch (error) {
    // It has not begun to write the file.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { messages: [], isCut: false };
    throw new Refusal(422, 'unreadable_child', `${file} cannot be read: ${errorText(error)}`);
  }
}

function fileOf({ children, toolRuns, entries }: View, id: string): string | undefined {
  const live = children.find((child) => child.id === id)?.file;
  if (live !== undefined) return live;
  const told = [
    ...Object.values(toolRuns).map(({ details }) => details),
    ...entries.map(({ message }) => (message.role === 'custom' ? message.details : undefined)),
  ];
  return told
    .flatMap((details): Child[] => (details === undefined ? [] : childrenIn(details, 'ok')))
    .findLast((child) => child.id === id && child.file !== undefined)?.file;
}

async function readEnd(file: string): Promise<{ text: string; isCut: boolean }> {
  const handle = await openRegular(file);
  try {
    const { size } = await handle.stat();
    const from = Math.max(0, size - MAX_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    return { text: buffer.toString('utf8', 0, bytesRead), isCut: from > 0 };
  } finally {
    await handle.close();
  }
}

/** A line is an entry of a session, or a message with other facts around it. The first and the last may be incomplete. */
function messageIn(line: string): AgentMessage[] {
  try {
    const message = fieldsOf(fieldsOf(JSON.parse(line)).message);
    const { role, content } = message;
    const isShown = role === 'user' || role === 'assistant' || role === 'toolResult';
    if (!isShown || !(Array.isArray(content) || (role === 'user' && typeof content === 'string'))) return [];
    return [slimMessage(message as unknown as AgentMessage, NO_IMAGES)];
  } catch {
    return [];
  }
}
