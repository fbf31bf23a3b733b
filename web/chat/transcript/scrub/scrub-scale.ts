// The scale of the scrubber: the user's messages at equal distances from the first to the last, marks for them, and the
// dates beside the marks.
import type { StoredPrompt } from '../../../../shared/searches.ts';

export interface ScaleMark {
  /** Its place on the scale, from 0 to 1. */
  place: number;
  /** The time of the first message of a day, if this mark is the first one of that day. */
  day: number | null;
  /** Whether there is room for the date beside the mark. */
  hasLabel: boolean;
}

/** The minimum distance between two marks, and between two dates, in px. */
const MARK_PX = 9;
const LABEL_PX = 22;

/** The place of the message `index` of `count`, from 0 to 1. */
export function placeOf(index: number, count: number): number {
  return count < 2 ? 1 : index / (count - 1);
}

/** The message of `count` that is nearest to a place, which may be outside of the scale. */
export function indexAt(place: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.round(place * (count - 1))));
}

/** Returns the last message that is not later than `time`, or the first one. */
export function indexBefore(prompts: readonly StoredPrompt[], time: number): number {
  return Math.max(
    0,
    prompts.findLastIndex(({ at }) => at <= time),
  );
}

/** Returns one mark for each message, or for as many messages as fit into the height (in px). */
export function marksOf(prompts: readonly StoredPrompt[], height: number): ScaleMark[] {
  const count = Math.min(prompts.length, Math.max(2, Math.floor(height / MARK_PX)));
  let labeledTo = -Infinity;
  let before: string | null = null;
  return Array.from({ length: count }, (_, mark) => {
    const place = placeOf(mark, count);
    const { at } = prompts[indexAt(place, prompts.length)]!;
    const date = new Date(at).toDateString();
    const isNewDay = date !== before;
    before = date;
    const hasLabel = isNewDay && place * height - labeledTo >= LABEL_PX;
    if (hasLabel) labeledTo = place * height;
    return { place, day: isNewDay ? at : null, hasLabel };
  });
}
