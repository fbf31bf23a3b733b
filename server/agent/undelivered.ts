// What was accepted and may not have been heard, told from what was. Pure.
import { plainText } from '../../shared/view/history.ts';
import type { Entry } from '../../shared/view/view.ts';
import type { Message } from './queue-item.ts';

/** pi stored it, though nobody was told any more: known by its name, or by its text where no panel saw it come. */
export function isDelivered({ id, text, at }: Message, entries: readonly Entry[]): boolean {
  return entries.some(({ message, said }) => {
    if (message.role !== 'user') return false;
    return said ? said.id === id : message.timestamp >= at && plainText(message.content) === text;
  });
}

/** What was said by this row, as a message; none for what others said. Its pictures are no longer at hand. */
export function promptOf({ key, message, said }: Entry): Message[] {
  if (message.role !== 'user') return [];
  const text = said?.text ?? plainText(message.content);
  return [{ id: said?.id ?? key, text, lane: 'steering', images: [], refs: [], at: message.timestamp }];
}
