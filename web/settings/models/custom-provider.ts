// Turns the form of a custom provider into its entry in models.json.
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

/** Returns the entry, or in `problem` which field is missing or wrong. */
export function customProvider(
  entered: Entered,
): { id: string; value: Record<string, unknown> } | { problem: string } {
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
  // pi wants a key for every provider with models (0.79.9); local servers ignore it.
  const apiKey = variable ? `$${variable}` : 'none';
  return { id, value: { baseUrl, api: entered.api, apiKey, models: models.map((model) => ({ id: model })) } };
}
