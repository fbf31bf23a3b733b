// Switches one extension, skill, prompt template or theme on or off, by a filter in settings.json, as `pi config`
// writes it (in pi 0.79.9 to 1.5.2).
import path from 'node:path';
import { Refusal } from '../../shared/refusal.ts';
import type { Resource } from '../../shared/resources.ts';

interface SettingsChange {
  path: string[];
  value: unknown;
}

type Filters = Partial<Record<string, unknown>> & { source: string };

/**
 * Returns the changed settings. `isEnabled`: null removes the filter. `folder`: the folder of the settings file. Throws a
 * Refusal 409 if the settings do not name its package.
 */
export function switchResource(
  settings: Record<string, unknown>,
  { isEnabled, folder, resource }: { resource: Resource; isEnabled: boolean | null; folder: string },
): SettingsChange {
  const { kind } = resource;
  const base = resource.baseDir ?? folder;
  const pattern = resource.isBuiltIn ? resource.path : path.relative(base, resource.path);
  const filters = isEnabled === null ? [] : [`${isEnabled ? '+' : '-'}${pattern}`];
  if (resource.package === null)
    return { path: [kind], value: [...withoutPattern(settings[kind], pattern), ...filters] };
  const packages = Array.isArray(settings.packages) ? (settings.packages as unknown[]) : [];
  const at = packages.findIndex((entry) => sourceOf(entry) === resource.package);
  if (at < 0)
    throw new Refusal(
      409,
      'unknown_package',
      `The settings do not name ${resource.package}: reload the page.`,
    );
  const before = packages[at];
  const entry: Filters = typeof before === 'string' ? { source: before } : (before as Filters);
  const after: Filters = { ...entry, [kind]: [...withoutPattern(entry[kind], pattern), ...filters] };
  return { path: ['packages'], value: packages.with(at, after) };
}

function withoutPattern(filters: unknown, pattern: string): unknown[] {
  const entries = Array.isArray(filters) ? (filters as unknown[]) : [];
  return entries.filter((entry) => typeof entry !== 'string' || entry.replace(/^[!+-]/, '') !== pattern);
}

function sourceOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null ? (entry as Filters).source : entry;
}
