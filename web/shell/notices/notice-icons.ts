// The label and the icon of each kind of notice, because color alone must not distinguish them.
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleAlert from '@lucide/svelte/icons/circle-alert';
import Info from '@lucide/svelte/icons/info';
import TriangleAlert from '@lucide/svelte/icons/triangle-alert';
import type { Text } from '../../language/text.ts';

export const NOTICE_WORDS = {
  info: 'Info',
  success: 'Success',
  warning: 'Warning',
  error: 'Error',
} as const satisfies Record<string, Text>;
export const NOTICE_ICONS = { info: Info, success: CircleCheck, warning: TriangleAlert, error: CircleAlert };
