// What the page, and a message to the model, say about a command of a shell.
import type { ShellCommand, ShellCommandOutput } from '../../shared/shells.ts';
import { cutText } from '../../shared/view/cut-text.ts';
import { duration } from '../lib/format/time.ts';
import { t } from '../language/text.ts';

/** A longer output is attached as a file, and its end quoted. */
const MAX_LINES = 60;
const MAX_CHARACTERS = 6000;
/** A message can have 960 kB of text. */
const MAX_FILE = 900_000;
const MAX_NAME = 200;

/** 128 and SIGINT: the user has ended it. */
const INTERRUPTED = 130;

export function isInterrupted({ status }: Pick<ShellCommand, 'status'>): boolean {
  return status === INTERRUPTED;
}

export function hasFailed({ status }: ShellCommand): boolean {
  return status !== null && status !== 0 && status !== INTERRUPTED;
}

/** The command on one line. */
export function titleOf({ text }: ShellCommand): string {
  return cutText(text.replaceAll(/\s*\n\s*/g, ' ').trim(), MAX_NAME) || t('unknown command');
}

export function stateOf({ endedAt, status }: ShellCommand): string {
  if (endedAt === null) return t('running##shell');
  return status === null ? t('ended##shell') : t('exit {status}', { status });
}

/** The accessible name of a command: `npm test, exit 1`. */
export function nameOfCommand(command: ShellCommand): string {
  return `${titleOf(command)}, ${stateOf(command)}`;
}

/** What is added to the chat: a quote, and a file if the output is long. It is written for the model, in English. */
export function quoteOf(
  command: ShellCommand,
  { text, isWhole }: ShellCommandOutput,
): { title: string; text: string; file: File | null } {
  const { folder, startedAt, endedAt, status } = command;
  const lines = text === '' ? [] : text.split('\n');
  const isLong = lines.length > MAX_LINES || text.length > MAX_CHARACTERS;
  const state =
    endedAt === null
      ? 'still running'
      : `exit status ${status ?? 'unknown'}, after ${duration(endedAt - startedAt)}`;
  const file = new File([text.slice(-MAX_FILE)], `${fileName(command)}-output.txt`, { type: 'text/plain' });
  const isLacking = !isWhole || text.length > MAX_FILE;
  const head = [
    `$ ${command.text}`,
    `(${folder === null ? '' : `in ${folder}, `}${state})`,
    ...(isLong ? [`The last lines of ${lines.length}; ${file.name} has ${isLacking ? 'more' : 'all'}.`] : []),
    ...(!isLong && isLacking ? ['The beginning of the output is no longer kept.'] : []),
  ];
  const shown = isLong ? lines.slice(-MAX_LINES).join('\n').slice(-MAX_CHARACTERS) : text;
  return { title: nameOfCommand(command), text: [...head, '', shown].join('\n'), file: isLong ? file : null };
}

function fileName({ text }: ShellCommand): string {
  return cutText(text.replaceAll(/[^\w.-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, ''), 40) || 'command';
}
