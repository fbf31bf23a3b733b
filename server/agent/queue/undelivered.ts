// What was accepted and may not have been heard, told from what was. Pure.
import { plainText } from '../../../shared/view/history.ts';
import type { Entry } from '../../../shared/view/view.ts';
import type { Message } from './queue-item.ts';

/** pi stored it, though nobody was told any more: known by its name, or by its text where no panel saw it come. */
export function isDelivered({ id, text, at }: Message, entries: readonly Entry[]): boolean {
  return entries.some(({ message, said }) => {
    if (message.role !== 'user') return false;
    return said ? said.id === id : message.timestamp >= at && plainText(message.content) === text;
  });
}
