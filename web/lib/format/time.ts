// Formats times and durations. All arguments are in ms. No function here reads a clock.
import { locale, t } from '../../language/text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Formats a duration: `0.4 s`, `12 s`, `1:05`, `1:02:05`. A negative value counts as zero, because two clocks may
 * disagree.
 */
export function duration(ms: number): string {
  const positive = Math.max(0, ms);
  if (positive < 10 * SECOND) return `${(Math.floor(positive / 100) / 10).toFixed(1)} s`;
  return ticking(positive);
}

/** Formats a duration that is still running. It has no tenths of seconds, which would flicker. */
export function ticking(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / SECOND);
  if (seconds < 60) return `${seconds} s`;
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${twoDigits(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
}

/** Returns the whole seconds until a time, rounded up, so that 0 means now. */
export function secondsUntil(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / SECOND));
}

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

/** Formats the time of day in the user's time zone: `14:03:05`. */
export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(locale());
}

/** Formats date and time to the second, in the user's time zone. Used in tooltips. */
export function absoluteTime(at: number): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
}
