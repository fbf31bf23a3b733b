// The properties of a region of the screen. The table of regions is in web/regions.ts. The frame, the layout, the tabs
// and the table of actions only read that table.
import type { Component } from 'svelte';
import type { Text } from '../../language/text.ts';

/**
 * The place of a region. `rail`: the side bar, which shows one panel at a time. `center` and `below`: the middle of the
 * page, one above the other. `chat`: the column beside them. `overlay`: above the whole page.
 */
export type Slot = 'rail' | 'center' | 'below' | 'chat' | 'overlay';

/** A slash command as the completion list of the composer shows it. */
export interface Slash<Words extends string = string> {
  name: string;
  description: Words;
  /** Describes the arguments, such as `<name>` or `[file]`. Without a hint, arguments are ignored. */
  hint?: Words;
}

export interface Region {
  id: string;
  label: Text;
  /** Only of regions in the side bar, or what its first paint needs. Tabs and the palette have the other icons. */
  icon?: Component<{ size?: number }>;
  slot: Slot;
  /** Set if the region covers the other region in its slot. It then has no tab on a phone. */
  isCover?: true;
  /** Set if a phone shows the tab of the region behind "More", unless the region is shown. */
  isRare?: true;
  /** The default key of the action that shows the region. `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  slash?: Slash<Text>;
  /** Called when the region is first shown. */
  readonly load: () => Promise<{ default: Component }>;
}

/** Whether the region has a tab on a phone. */
export function hasTab({ slot, isCover }: Region): boolean {
  return slot !== 'overlay' && !isCover;
}
