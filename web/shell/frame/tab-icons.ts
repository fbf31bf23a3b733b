// The icons of the tabs that a phone shows.
import FileCode from '@lucide/svelte/icons/file-code';
import MessageSquare from '@lucide/svelte/icons/message-square';
import type { Region } from '../../state/workbench/region.ts';

/** Of the regions that the side bar does not list. The table of regions, which has the others, is in the first load. */
const OWN: Readonly<Record<string, Region['icon']>> = { chat: MessageSquare, editor: FileCode };

export const tabIcon = ({ id, icon = OWN[id] }: Region): Region['icon'] => icon;
