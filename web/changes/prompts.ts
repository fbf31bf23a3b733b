// The user's messages, which name the turns.
import { cutText } from '../../shared/view/cut-text.ts';
import { plainLine } from '../../shared/plain-line.ts';
import { plainText } from '../../shared/view/history.ts';
import type { ShellTurn, Undo } from '../../shared/changes.ts';
import type { Entry } from '../../shared/view/conversation.ts';
import { keyTime } from '../../shared/view/transcript.ts';
import { isInTurnRange } from '../../shared/view/turn-range.ts';
import { shortTime } from '../lib/format/relative-time.ts';
import { t } from '../language/text.ts';

/** Returns the texts of the user's messages among these entries, by key. */
export function promptsOf(entries: readonly Entry[]): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ key, message, sentAs }) =>
      message.role === 'user' ? [[key, sentAs?.text ?? plainText(message.content)] as const] : [],
    ),
  );
}

/** Returns the id of the message at which an undo starts, to which the conversation can go back, too. */
export function messageOf(undo: Undo | null, entries: readonly Entry[]): string | undefined {
  if (!undo || !('from' in undo)) return undefined;
  return entries.find(({ key }) => key === undo.from)?.id;
}

/**
 * Returns the first line of the message that this key names (see `turnRange`) without its Markdown, cut off after 200
 * characters. A turn that was steered has several messages, of which the first with words names it. A turn that is on
 * another branch, or not loaded, is named by its time.
 */
export function titleOf(turn: string, prompts: ReadonlyMap<string, string>): string {
  const own = [...prompts].filter(([key]) => isInTurnRange(keyTime(key), turn));
  const text = own.map(([, words]) => words.trim().split('\n', 1)[0] ?? '').find((line) => line !== '');
  if (text !== undefined) return cutText(plainLine(text), 200);
  return t('Message of {time}', { time: shortTime(keyTime(turn), Date.now()) });
}

/** Returns the name of what the user did in a shell. */
export function shellTitle({ command }: Pick<ShellTurn, 'command'>): string {
  if (command === null) return t('You, in the shell');
  return t('You, in the shell: {command}', { command: cutText(plainLine(command), 200) });
}

/** Returns what an undo is about, because its list of files does not tell a turn from a session. */
export function scopeOf(
  undo: Undo,
  prompts: ReadonlyMap<string, string>,
  shells: readonly ShellTurn[] = [],
): string | null {
  if ('hunk' in undo) return null;
  if ('discard' in undo)
    return undo.discard.to === 'head'
      ? t('What differs from the last commit is discarded. You can bring it back with “Redo”.')
      : t("What isn't staged is discarded. You can bring it back with “Redo”.");
  const shell = 'turn' in undo ? shells.find(({ id }) => id === undo.turn) : undefined;
  if (shell) return shellTitle(shell);
  if ('call' in undo) return t('The changes of one tool call');
  if ('from' in undo)
    return t('All changes since the message “{message}”', { message: titleOf(undo.from, prompts) });
  if ('turn' in undo && undo.turn !== undefined)
    return t('The changes of the turn “{message}”', { message: titleOf(undo.turn, prompts) });
  if ('folder' in undo)
    return t('All changes of this session in the folder {folder}', { folder: undo.folder });
  return 'path' in undo ? t('All changes of this session to one file') : t('All changes of this session');
}
