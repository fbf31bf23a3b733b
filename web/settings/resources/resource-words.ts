// Texts for the origin of a resource, and the reason why some of them are read-only.
import { t, type Text } from '../../language/text.ts';
import type { ContextFile, Resource } from '../../../shared/resources.ts';

export function originOf({ isBuiltIn, package: source, path, scope }: Resource): string {
  if (isBuiltIn) return t('Part of pi');
  const where = scope === 'project' ? t('This project') : t('All projects');
  return source === null ? `${where} · ${path}` : t('{where} · from {package}', { where, package: source });
}

/**
 * Returns why the file of this resource cannot be changed, or null if it can. The server refuses such changes as well.
 */
export function readOnlyReasonOf({ package: source }: Resource): string | null {
  if (source === null || /^[./~]/.test(source)) return null;
  return t('It belongs to {package}, whose next update would overwrite your changes.', { package: source });
}

export const CONTEXT_WORDS: Readonly<Record<ContextFile['kind'], Text>> = {
  context: 'Instructions for every agent',
  system: 'Replaces pi’s system prompt',
  append: 'Added to the system prompt',
};

export function languageOf(path: string): 'markdown' | 'typescript' | 'json' {
  if (path.endsWith('.json')) return 'json';
  return path.endsWith('.md') ? 'markdown' : 'typescript';
}
