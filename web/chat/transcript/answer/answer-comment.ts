// Creates a comment on an answer, or on the selected part of an answer.
import type { AssistantMessage } from '../../../../shared/pi/messages.ts';
import type { NewComment } from '../../../state/workbench/comment.ts';
import { cutText } from '../../../../shared/view/cut-text.ts';

/** How many lines are quoted. The model knows its own answer, so the beginning is enough to identify it. */
const MAX_LINES = 12;
const TITLE_LENGTH = 40;

export function answerText({ content }: AssistantMessage): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n');
}

/** `text` is the commented text, `message` the key of the answer's entry. */
export function answerComment(
  comment: string,
  { text, message }: { text: string; message: string },
): NewComment {
  const lines = text.trim().split('\n');
  const more = lines.length > MAX_LINES ? ['…'] : [];
  const quote = [...lines.slice(0, MAX_LINES), ...more].join('\n');
  return { title: answerTitle(text), quote, place: { message }, comment };
}

/** Returns a title such as `Answer “The first words …”`. */
export function answerTitle(text: string): string {
  const start = text.trim().replace(/\s+/g, ' ');
  const words = start.length > TITLE_LENGTH ? `${cutText(start, TITLE_LENGTH).trimEnd()} …` : start;
  return `Answer “${words}”`;
}
