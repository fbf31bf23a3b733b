// The JSON schema of settings.json, from the table of the settings that pi documents.
import { FIRST_PI } from '../../../shared/pi/command-facts.ts';
import { AGENT_SETTINGS } from '../pi/agent-settings.ts';
import type { Setting } from '../pi/setting.ts';
import { TERMINAL_SETTINGS } from '../pi/terminal-settings.ts';

interface ObjectSchema {
  type: 'object';
  properties: Record<string, object>;
}

export function settingsSchema(): ObjectSchema {
  const root: ObjectSchema = { type: 'object', properties: {} };
  for (const setting of [...AGENT_SETTINGS, ...TERMINAL_SETTINGS].flatMap(({ settings }) => settings)) {
    const parts = setting.key.split('.');
    const last = parts.pop()!;
    let parent = root;
    for (const part of parts)
      parent = (parent.properties[part] ??= { type: 'object', properties: {} }) as ObjectSchema;
    parent.properties[last] = {
      ...typeOf(setting),
      description: `${setting.description} Default: ${setting.fallback}${sinceWords(setting)}`,
    };
  }
  return root;
}

function sinceWords({ since }: Setting): string {
  return since === FIRST_PI ? '' : ` (since pi ${since})`;
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
