// The settings that only a pi newer than the panel's own has, such as `notices.*` of 1.6.1, from the schema that the
// running pi publishes (since 1.2). pi's own names and words are shown.
import { AGENT_SETTINGS } from './agent-settings.ts';
import { choice, count, json, list, text, toggle, type Setting } from './setting.ts';
import { TERMINAL_SETTINGS } from './terminal-settings.ts';

interface Schema {
  type?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

/** What pi writes itself, and what it reads only to replace it. */
const NO_SETTINGS = new Set([
  ...['$schema', 'deviceId', 'extensionChangelogVersions', 'lastChangelogVersion', 'trackingId'],
  ...['queueMode', 'retry.maxDelayMs', 'websockets'],
]);

/** `schema`: that of settings.json. Anything in it that has another shape is left out. */
export function newerSettings(schema: unknown): Setting[] {
  const known = new Set(
    [...AGENT_SETTINGS, ...TERMINAL_SETTINGS].flatMap(({ settings }) => settings).map(({ key }) => key),
  );
  const isNew = ({ key }: Setting): boolean =>
    !NO_SETTINGS.has(key) && ![...known].some((one) => one === key || key.startsWith(`${one}.`));
  return settingsIn(asSchema(schema), '').filter(isNew);
}

function settingsIn({ properties }: Schema, prefix: string): Setting[] {
  return Object.entries(Object(properties) as Record<string, unknown>).flatMap(([name, given]) => {
    const [key, schema] = [prefix + name, asSchema(given)];
    return schema.properties ? settingsIn(schema, `${key}.`) : [settingOf(key, schema)];
  });
}

function settingOf(key: string, schema: Schema): Setting {
  const { type, description = '', default: usual, items } = schema;
  const fallback = usual === undefined ? '' : typeof usual === 'string' ? usual : JSON.stringify(usual);
  const values = choicesIn(schema);
  if (type === 'boolean') return toggle(key, usual === true, description);
  if (values.length > 0) return choice(key, values, fallback, description);
  if (type === 'number' || type === 'integer') return count(key, fallback, description);
  if (type === 'string') return text(key, fallback, description);
  if (type === 'array' && items?.type === 'string') return list(key, '', description);
  return json(key, '', description);
}

/** Returns the values if the schema has nothing but single ones. */
function choicesIn({ enum: all, anyOf }: Schema): Setting['values'] {
  const values = all ?? anyOf?.map((one) => asSchema(one).const) ?? [];
  return values.every((one) => ['string', 'number', 'boolean'].includes(typeof one))
    ? (values as Setting['values'])
    : [];
}

const asSchema = (value: unknown): Schema => Object(value) as Schema;
