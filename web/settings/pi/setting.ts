// A setting of pi: its key, its possible values, its default, and its effect.

import { FIRST_PI } from '../../../shared/pi/command-facts.ts';
import { t, type Text } from '../../language/text.ts';

/** A value in settings.json; undefined if it is not set. */
export type SettingValue = unknown;

export interface Setting {
  /** The path in settings.json, with dots between its levels. */
  key: string;
  kind: 'toggle' | 'choice' | 'count' | 'text' | 'list' | 'json';
  /** The values to choose from; empty unless the kind is a toggle or a choice. */
  values: readonly (string | number | boolean)[];
  /** The default, as text. */
  fallback: string;
  description: string;
  /** Whether pi ignores the setting in a project's settings. */
  isGlobal: boolean;
  /** The first version of pi that knows the setting, from pi's changelog or code. */
  since: string;
}

export interface SettingSection {
  title: Text;
  settings: readonly Setting[];
}

interface Flags {
  isGlobal?: boolean;
  /** Absent: every pi that the panel supports knows it. */
  since?: string;
}

type Make = (...given: [key: string, fallback: string, description: string, flags?: Flags]) => Setting;

const make =
  (kind: Setting['kind']): Make =>
  (...[key, fallback, description, { isGlobal = false, since = FIRST_PI } = {}]) => ({
    ...{ key, kind, fallback, description, isGlobal, since },
    values: [],
  });

export const count = make('count');
export const text = make('text');
export const list = make('list');
export const json = make('json');

export function toggle(...[key, fallback, description, flags]: [string, boolean, string, Flags?]): Setting {
  return { ...make('toggle')(key, fallback ? 'on' : 'off', description, flags), values: [true, false] };
}

export function choice(
  ...[key, values, fallback, description, flags]: [string, Setting['values'], string, string, Flags?]
): Setting {
  return { ...make('choice')(key, fallback, description, flags), values };
}

/** Returns the value of a dotted key; undefined if it is not set. */
export function valueAt(settings: unknown, key: string): SettingValue {
  return key
    .split('.')
    .reduce<unknown>(
      (value, part) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[part] : undefined,
      settings,
    );
}

/** Turns `retry.provider.maxRetries` into `Retry › Provider › Max retries`. */
export function labelOf(key: string): string {
  return key
    .split('.')
    .map((part) => part.replace(/([A-Z])/g, ' $1').toLowerCase())
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join(' › ')
    .replace(/\bms\b/i, '(ms)')
    .replace(/\bhttp\b/i, 'HTTP')
    .replace(/\btui\b/i, 'TUI');
}

/** Formats a value to be read; with a `kind`, formats it for a field, in the notation that `enterValue` parses. */
export function valueWords(value: SettingValue, kind?: Setting['kind']): string {
  if (value === true && kind === undefined) return t('On');
  if (value === false && kind === undefined) return t('Off');
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ');
  return JSON.stringify(value);
}

/** Parses the user's input. An empty text removes the value; `problem` says why the text is not a value. */
export function enterValue(
  { kind }: Pick<Setting, 'kind'>,
  entered: string,
): { value: SettingValue } | { problem: string } {
  const trimmed = entered.trim();
  if (trimmed === '') return { value: undefined };
  switch (kind) {
    case 'count': {
      const number = Number(trimmed);
      if (Number.isFinite(number) && number >= 0) return { value: number };
      if (trimmed === 'auto' || trimmed === 'disabled') return { value: trimmed };
      return { problem: t('This must be a number, 0 or greater.') };
    }
    case 'list':
      if (!trimmed.startsWith('[')) return { value: trimmed.split(',').map((part) => part.trim()) };
      return parseJson(trimmed);
    case 'json':
      return parseJson(trimmed);
    case 'text':
    case 'choice':
    case 'toggle':
      return { value: entered };
  }
}

function parseJson(entered: string): { value: SettingValue } | { problem: string } {
  try {
    return { value: JSON.parse(entered) as unknown };
  } catch {
    return { problem: t("This isn't valid JSON. It is easier to write in the file itself.") };
  }
}
