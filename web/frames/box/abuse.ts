// The reasons for which a frame is ended.
import type { Text } from '../../language/text.ts';

/** Too many messages, or taking the keyboard again and again. */
export type Abuse = 'flood' | 'focus';

export const ABUSES: Record<Abuse, Text> = {
  flood: 'The preview was stopped, because it sent too many messages to this page.',
  focus: 'The preview was stopped, because it kept taking the keyboard.',
};
