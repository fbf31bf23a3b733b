// Finds the dialogs and screens that a running command of an extension waits for. Pure.
import type { Queued } from './queue.ts';
import { takesKeys, type Drawn } from './screens.ts';
import type { Dialog, View } from './view.ts';

/** Returns the name of a command: `/deploy` for `/deploy to staging`. */
export function nameOf({ text }: Queued): string {
  return text.split(/\s/, 1)[0]!;
}

/**
 * Returns the dialogs of a running command. Without the panel's extension, dialogs do not name their command. Then
 * every dialog that opened while only this command ran counts as its own.
 */
export function dialogsOf({ dialogs, queue, run }: View, command: Queued): Dialog[] {
  const own = dialogs.filter(({ by }) => by?.command !== undefined && `/${by.command}` === nameOf(command));
  if (own.length > 0 || run || queue.running.length > 1) return own;
  return dialogs.filter(({ by, openedAt }) => !by?.command && openedAt >= (command.startedAt ?? 0));
}

/**
 * Returns the screens of a running command. Screens do not name their command, so all count while only one command
 * runs.
 */
export function screensOf({ drawn, queue, run }: View): Drawn[] {
  return run || queue.running.length > 1
    ? []
    : drawn.filter((one) => takesKeys(one) && one.kind !== 'editor');
}
