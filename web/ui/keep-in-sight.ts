import type { Attachment } from 'svelte/attachments';

/** For a list of tabs that scrolls: the selected one comes into sight whenever `selected` gives another. */
export function keepInSight(selected: () => unknown): Attachment<HTMLElement> {
  return (list) => {
    if (selected() == null) return;
    list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
}
