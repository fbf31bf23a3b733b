// Formats times and durations. All arguments are in ms. No function here reads a clock.
import { locale } from '../../language/text.ts';

const SECOND = 1000;

/**
 * Formats a duration: `0.4 s`, `12 s`, `1:05`, `1:02:05`. A negative value counts as zero, because two clocks may
 * disagree.
 */
export function duration(ms: number): string {
  const positive = Math.max(0, ms);
  if (positive < 10 * SECOND) return `${(Math.floor(positive / 100) / 10).toFixed(1)} s`;
  return runningTime(positive);
}

/** Formats a duration that is still running. It has no tenths of seconds, which would flicker. */
export function runningTime(ms: number): string {
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

/** Formats the time of day in the user's time zone: `14:03:05`. */
export function timeOfDay(at: number): string {
  return new Date(at).toLocaleTimeString(locale());
}

/** Formats date and time to the second, in the user's time zone. Used in tooltips. */
export function absoluteTime(at: number): string {
  return new Date(at).toLocaleString(locale(), { dateStyle: 'medium', timeStyle: 'medium' });
}
