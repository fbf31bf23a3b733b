// The JSON schema of settings.json for a pi that publishes none, from the table of the settings that pi documents.
import { isAtLeast } from '../../../shared/pi/abilities.ts';
import { AGENT_SETTINGS } from '../pi/agent-settings.ts';
import type { Setting } from '../pi/setting.ts';
import { TERMINAL_SETTINGS } from '../pi/terminal-settings.ts';

interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
}

/** `version`: of the pi that reads the file. The schema has the settings that it knows. */
export function settingsSchema(version: string): ObjectSchema {
  const root: ObjectSchema = { type: 'object', properties: {} };
  const all = [...AGENT_SETTINGS, ...TERMINAL_SETTINGS].flatMap(({ settings }) => settings);
  for (const setting of all.filter(({ since }) => isAtLeast(version, since))) {
    const parts = setting.key.split('.');
    const last = parts.pop()!;
    let parent = root;
    for (const part of parts)
      parent = (parent.properties[part] ??= { type: 'object', properties: {} }) as ObjectSchema;
    parent.properties[last] = {
      ...typeOf(setting),
      description: `${setting.description} Default: ${setting.fallback}`,
    };
  }
  return root;
}

function typeOf({ kind, values, description, fallback }: Setting): object {
  switch (kind) {
    case 'toggle':
    case 'choice':
      return { enum: values };
    case 'count': {
      const words = ['disabled', 'auto'].filter((word) => `${description} ${fallback}`.includes(word));
      const number = { type: 'number', minimum: 0 };
      return words.length === 0 ? number : { anyOf: [number, { enum: words }] };
    }
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    case 'text':
      return { type: 'string' };
    case 'json':
      return {};
  }
}
