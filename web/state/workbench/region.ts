// The properties of a region of the screen. The table of regions is web/regions.ts; the frame, the layout, the tabs and
// the table of actions only read it.
import type { Component } from 'svelte';
import type { Text } from '../../language/text.ts';

/**
 * The place of a region. `rail`: in the side bar, one panel at a time. `centre` and `below`: in the middle of the
 * page, one above the other. `chat`: the column beside them. `overlay`: over the page.
 */
export type Slot = 'rail' | 'centre' | 'below' | 'chat' | 'overlay';

/** A slash command of the composer, as its completion list shows it. */
export interface Slash<Words extends string = string> {
  name: string;
  description: Words;
  /** Its arguments, such as `<name>` or `[file]`. Without this, arguments are ignored. */
  hint?: Words;
}

export interface Region {
  id: string;
  label: Text;
  icon: Component<{ size?: number }>;
  slot: Slot;
  /** Covers the region that its slot shows, and has no tab on a phone. */
  isCover?: true;
  /** The default key of the action that shows it; `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  slash?: Slash<Text>;
  /** Called when the region is first shown. */
  readonly load: () => Promise<{ default: Component }>;
}

/** Whether the region is a tab on a phone. */
export function hasTab({ slot, isCover }: Region): boolean {
  return slot !== 'overlay' && !isCover;
}
