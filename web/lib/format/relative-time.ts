// Formats a time by how long ago it was. Apart from time.ts, because the first paint needs none of it. All arguments are
// in ms. No function here reads a clock.
import { locale, t } from '../../language/text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Formats a time as `just now`, `5 min ago`, `3 h ago`, `yesterday`, `4 days ago`, or the date. */
export function relativeTime(at: number, now: number): string {
  const ago = now - at;
  if (ago < MINUTE) return t('just now');
  if (ago < HOUR) return t('{count} min ago', { count: Math.floor(ago / MINUTE) });
  if (ago < DAY) return t('{count} h ago', { count: Math.floor(ago / HOUR) });
  const days = daysBetween(at, now);
  if (days <= 1) return t('yesterday');
  if (days < 7) return t('{count} days ago', { count: days });
  return day(at, now);
}

/** Formats the time of day to the minute: `14:03`. */
export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString(locale(), { hour: '2-digit', minute: '2-digit' });
}

/** Formats the time of day, with the date if it is not today: `14:03`, `2 Mar, 14:03`. */
export function shortTime(at: number, now: number): string {
  const time = clockTime(at);
  return daysBetween(at, now) === 0 ? time : `${day(at, now)}${t(', ')}${time}`;
}

/**
 * Counts how often the date changed between two times, in the user's time zone. A day on which the clocks change has 23
 * or 25 hours.
 */
export function daysBetween(at: number, now: number): number {
  const midnight = (time: number): number => new Date(time).setHours(0, 0, 0, 0);
  return Math.round((midnight(now) - midnight(at)) / DAY);
}

/** Formats the date as `2 Mar`, with the year if it is not the current one. */
export function day(at: number, now: number): string {
  const isSameYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return new Date(at).toLocaleDateString(locale(), {
    day: 'numeric',
    month: 'short',
    ...(!isSameYear && { year: 'numeric' }),
  });
}
