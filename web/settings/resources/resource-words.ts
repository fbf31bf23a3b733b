// Words for where a resource of pi is from, and which of pi's files cannot be changed.
import { t, type Text } from '../../language/text.ts';
import type { ContextFile, Resource } from '../../../shared/resources.ts';

export function originOf({ isBuiltIn, package: source, path, scope }: Resource): string {
  if (isBuiltIn) return t('Part of pi');
  const where = scope === 'project' ? t('This project') : t('All projects');
  return source === null ? `${where} · ${path}` : t('{where} · from {package}', { where, package: source });
}

/** The server refuses it as well. */
export function editLack({ package: source }: Resource): string | null {
  if (source === null || /^[./~]/.test(source)) return null;
  return t('It belongs to {package}: the next update would overwrite your changes.', { package: source });
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
