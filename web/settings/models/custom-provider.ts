// Turns the form of a custom provider into changes of models.json.
import { t } from '../../language/text.ts';

interface Entered {
  id: string;
  baseUrl: string;
  api: string;
  /** The name of an environment variable. */
  variable: string;
  /** Separated by commas. */
  models: string;
}

interface Known {
  models?: { id?: unknown }[];
  [key: string]: unknown;
}

interface Change {
  path: string[];
  value: unknown;
}

/**
 * Returns the changes to models.json with this content, or in `problem` which field is missing or wrong. In an existing
 * provider, only the entered values change. Its other keys, comments and models stay.
 */
export function customProvider(
  entered: Entered,
  content: unknown,
): { id: string; changes: Change[] } | { problem: string } {
  const id = entered.id.trim();
  const baseUrl = entered.baseUrl.trim();
  const variable = entered.variable.trim();
  const models = entered.models
    .split(',')
    .map((model) => model.trim())
    .filter(Boolean);
  if (!/^[\w.-]+$/.test(id)) return { problem: t('Name: use letters, digits, dots and hyphens.') };
  if (!/^https?:\/\//.test(baseUrl) || !URL.canParse(baseUrl))
    return { problem: t('Base URL: it has to begin with http:// or https://.') };
  if (variable && !/^\w+$/.test(variable))
    return { problem: t('Variable: only its name, such as MY_SERVER_API_KEY.') };
  if (models.length === 0) return { problem: t('Model ids: enter at least one.') };
  const { api } = entered;
  const path = ['providers', id];
  const known = (content as { providers?: Record<string, Known> }).providers?.[id];
  if (!known) {
    // pi wants a key for every provider with models (in pi 0.79.9). Local servers ignore it.
    const apiKey = variable ? `$${variable}` : 'none';
    const value = { baseUrl, api, apiKey, models: models.map((model) => ({ id: model })) };
    return { id, changes: [{ path, value }] };
  }
  const added = models.filter((model) => !known.models?.some((one) => one.id === model));
  const values = {
    ...{ baseUrl, api },
    ...(variable && { apiKey: `$${variable}` }),
    ...(added.length > 0 && { models: [...(known.models ?? []), ...added.map((model) => ({ id: model }))] }),
  };
  return {
    id,
    changes: Object.entries(values)
      .filter(([key, value]) => known[key] !== value)
      .map(([key, value]) => ({ path: [...path, key], value })),
  };
}
