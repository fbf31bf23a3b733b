// Parses the text of the composer into a request, and joins and splits texts. These functions are pure.
import { isComment, isTextAttachment, type Attachment } from './attachment.ts';
import type { Action } from '../../../actions/action.ts';
import type { Comment } from '../../../state/workbench/comment.ts';

export type Request =
  /** `unknown` is a slash command that does not exist. pi sends it to the model as text (in any version). */
  | { kind: 'message'; text: string; unknown?: string }
  /** User bash: `!command`, or `!!command`, whose output the model does not see. */
  | { kind: 'bash'; command: string; excludeFromContext: boolean }
  /** A slash command of the page with its argument. */
  | { kind: 'action'; action: Action; argument: string }
  /** A command of pi's TUI that the page does not have. */
  | { kind: 'elsewhere'; command: string };

/**
 * Commands of pi's TUI (0.87.1) without an action on the page; instead.ts says where they are. In a prompt, pi would send
 * them to the model as text.
 */
const ELSEWHERE = /^(?:quit|scoped-models|import|share|trust|changelog|bug|debug|arminsayshi|dementedelves)$/;

/**
 * `known` contains the commands, templates and skills that pi lists. They take precedence over actions of the page.
 * `isPlain`: the text goes to the model as text, whatever it begins with.
 */
export function parseRequest(
  text: string,
  { known, actions, isPlain }: { known: ReadonlySet<string>; actions: readonly Action[]; isPlain: boolean },
): Request {
  if (isPlain) return { kind: 'message', text };
  const bash = /^\s*(!{1,2})(?!!)\s*(\S[^]*)$/.exec(text);
  if (bash) return { kind: 'bash', command: bash[2]!.trimEnd(), excludeFromContext: bash[1] === '!!' };
  const typed = /^\/([\w-]+)(?:\s+([^]*))?$/.exec(text.trim());
  if (!typed || known.has(typed[1]!)) return { kind: 'message', text };
  const [, name, rest = ''] = typed as unknown as [string, string, string?];
  const action = actions.find(({ slash }) => slash?.name === name);
  if (action) return { kind: 'action', action, argument: rest.trim() };
  if (ELSEWHERE.test(name)) return { kind: 'elsewhere', command: name };
  return { kind: 'message', text, unknown: name };
}

/** Detects user bash while it is being typed. */
export function shellMode(text: string): 'none' | 'shown' | 'hidden' {
  const signs = /^\s*(!{1,2})(?!!)/.exec(text)?.[1];
  if (!signs) return 'none';
  return signs === '!!' ? 'hidden' : 'shown';
}

/** The signs that make a text a command, with the space before them. */
const SIGN = /^\s*(?:!+|\/)/;

/** Whether the text would run as a command if the user typed it. */
export function beginsWithSign(text: string): boolean {
  return SIGN.test(text);
}

/** Whether a change left everything up to the sign at the start as it was. */
export function keepsSign(before: string, after: string): boolean {
  const sign = SIGN.exec(before)?.[0];
  return sign !== undefined && sign === SIGN.exec(after)?.[0];
}

/** Whether a message that begins like a command was text: pi runs no `!`, and no `/` behind a space. */
export function wasText(message: string): boolean {
  return /^(?:\s*!|\s+\/)/.test(message);
}

/** Returns text in a form that pi takes for text. A prompt that begins with a slash may be a command (in all versions). */
export function asPlainText(text: string): string {
  return text.startsWith('/') ? ` ${text}` : text;
}

/** Inserts a word at `at`, with spaces around it. Returns the new text and the position after the word. */
export function insertWord(text: string, at: number, word: string): [text: string, caret: number] {
  const [before, after] = [text.slice(0, at), text.slice(at)];
  const start = `${before}${/\S$/.test(before) ? ' ' : ''}${word}${/^\s/.test(after) ? '' : ' '}`;
  return [start + after, start.length];
}

/** Joins texts with an empty line between them. Blank texts are left out. */
export function joinTexts(...texts: readonly string[]): string {
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

/** Returns the rest of the draft after `sent` was accepted. */
export function withoutSent(sent: string, text: string): string {
  return text.startsWith(sent) ? text.slice(sent.length).replace(/^\s+/, '') : text;
}

/**
 * Composes the message from typed text, attached texts and comments. It is never empty, because pi needs a text (in any
 * version).
 */
export function messageOf(typed: string, attachments: readonly Attachment[]): string {
  const texts = attachments.filter(isTextAttachment);
  const parts = [
    ...texts.map(({ title, text }) => (title === null ? text : `${title}:\n${fence(text)}`)),
    ...attachments.filter(isComment).map(describeComment),
  ];
  if (parts.length > 0) return joinTexts(typed.trimEnd(), ...parts);
  if (typed.trim() !== '' || attachments.length === 0) return typed;
  return attachments.length === 1 ? 'See the attached image.' : 'See the attached images.';
}

/** Formats a comment: its title, the quoted lines, and the user's text. */
function describeComment({ title, quote, isDiff, comment }: Comment): string {
  return `${title}\n${fence(quote, isDiff ? 'diff' : '')}\n${comment.trim()}`.trimEnd();
}

/** Puts a text into a fence that is longer than any fence inside it. */
function fence(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/^\s*(`{3,})/gm)].map(([, ticks]) => ticks!.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}${language}\n${text.replace(/\n$/, '')}\n${ticks}`;
}
