// The attachments of a message: images below pi's limits, and texts, such as a long paste, a file or a comment on
// lines, which become part of the message when it is sent. read-attachment.ts creates attachments from files.
import { t } from '../../../language/text.ts';
import { asObject, isText, Persisted } from '../../../lib/storage/persisted.ts';
import { randomId } from '../../../lib/browser/random-id.ts';
import type { ImageContent } from '../../../../shared/pi/messages.ts';
import type { Comment, CommentPlace } from '../../../state/workbench/comment.ts';

interface ImageAttachment {
  id: string;
  name: string;
  mimeType: string;
  /** Base64. */
  data: string;
  /** The size of the image itself, not of its Base64 text. */
  bytes: number;
}

export interface TextAttachment {
  id: string;
  /** The origin of the text, such as a file name. Null for a paste, which is sent as if the user had typed it. */
  title: string | null;
  text: string;
}

export type Attachment = ImageAttachment | TextAttachment | Comment;

function isAttachment(value: unknown): value is Attachment {
  const { id, name, mimeType, data, bytes, title, text, comment, quote, place } = asObject(value);
  if (isText(id) && isText(text)) return title === null || isText(title);
  if (isText(id) && isText(comment)) return isText(title) && isText(quote) && isPlace(place);
  return [id, name, mimeType, data].every(isText) && typeof bytes === 'number';
}

function isPlace(value: unknown): value is CommentPlace {
  const { path, line, run, message, preview } = asObject(value);
  return isText(run) || isText(message) || (isText(path) && typeof line === 'number') || isShown(preview);
}

function isShown(value: unknown): boolean {
  const { file, port, path } = asObject(value);
  return isText(file) || (typeof port === 'number' && isText(path));
}

export function isTextAttachment(attachment: Attachment): attachment is TextAttachment {
  return 'text' in attachment;
}

export function isImageAttachment(attachment: Attachment): attachment is ImageAttachment {
  return 'data' in attachment;
}

export function isComment(attachment: Attachment): attachment is Comment {
  return 'comment' in attachment;
}

/** The limit for all images of a message together, which the server enforces. */
const MAX_TOTAL_BYTES = 8 * 1024 * 1024;
/**
 * The maximum number of characters in all attached texts of a message. The server accepts 1 MiB including the typed
 * text.
 */
export const MAX_TOTAL_TEXT = 960 * 1024;
/** A longer paste becomes an attachment, because it would hide the typed text. */
const LONG_PASTE = { lines: 25, characters: 3000 };

function isLongPaste(text: string): boolean {
  return text.length > LONG_PASTE.characters || countLines(text) > LONG_PASTE.lines;
}

/** Returns what a paste attaches: files, or a long text. Null if it is written like any text, as a shell command is. */
export function attachedByPaste(
  { files, text }: { files: readonly File[]; text: string },
  isShell: boolean,
): readonly File[] | string | null {
  // Spreadsheets and word processors also put a picture of the text on the clipboard.
  if (files.length > 0 && text === '') return files;
  return isLongPaste(text) && !isShell ? text : null;
}

export function countLines(text: string): number {
  return text.replace(/\n$/, '').split('\n').length;
}

/** Turns an image of a sent message into an attachment, when the message comes back into the draft. */
export function asAttachment({ data = '', mimeType }: ImageContent): ImageAttachment {
  const bytes = Math.floor((data.length * 3) / 4);
  return { id: randomId(), name: t('image'), mimeType, data, bytes };
}

/** Returns the images in the form that pi expects. */
export function imagesOf(attachments: readonly Attachment[]): ImageContent[] {
  return attachments
    .filter(isImageAttachment)
    .map(({ data, mimeType }) => ({ type: 'image', data, mimeType }));
}

/** Explains why these attachments are too much for one message. Null if they are not. `name` names the last one. */
export function findExcess(attachments: readonly Attachment[], name: string): string | null {
  const images = attachments.reduce((sum, one) => sum + (isImageAttachment(one) ? one.bytes : 0), 0);
  if (images > MAX_TOTAL_BYTES)
    return t('{name} is too large. The images in a message can be 8 MB in total.', { name });
  const characters = attachments.reduce((sum, one) => sum + countCharacters(one), 0);
  if (characters > MAX_TOTAL_TEXT)
    return t('{name} is too large. The texts in a message can be 960 kB in total.', { name });
  return null;
}

function countCharacters(one: Attachment): number {
  if (isComment(one)) return one.quote.length + one.comment.length;
  return isTextAttachment(one) ? one.text.length : 0;
}

/** The stored attachments of a session's draft in this tab. */
export function storedAttachments(session: string): Persisted<readonly Attachment[]> {
  return new Persisted({
    area: 'tab',
    key: `pi-panel.draft-images:${session}`,
    parse: (value) => (Array.isArray(value) ? value.filter(isAttachment) : []),
  });
}

/** The stored comments of a session's draft, for the next tab that opens the session. */
export function storedComments(session: string): Persisted<readonly Comment[]> {
  return new Persisted({
    area: 'browser',
    key: `pi-panel.draft-comments:${session}`,
    parse: (value) => (Array.isArray(value) ? value.filter(isAttachment).filter(isComment) : []),
  });
}
