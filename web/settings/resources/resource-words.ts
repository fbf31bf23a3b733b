// Words for where a resource of pi is from, and which of pi's files cannot be changed.
import type { ContextFile, Resource } from '../../../shared/resources.ts';

export function originOf({ isBuiltIn, package: source, path, scope }: Resource): string {
  if (isBuiltIn) return 'Part of pi';
  const where = scope === 'project' ? 'This project' : 'All projects';
  return source === null ? `${where} · ${path}` : `${where} · from ${source}`;
}

/** The server refuses it as well. */
export function editLack({ package: source }: Resource): string | null {
  if (source === null || /^[./~]/.test(source)) return null;
  return `It belongs to ${source}: the next update would overwrite your changes.`;
}

export const CONTEXT_WORDS: Readonly<Record<ContextFile['kind'], string>> = {
  context: 'Instructions for every agent',
  system: 'Replaces pi’s system prompt',
  append: 'Added to the system prompt',
};

export function languageOf(path: string): 'markdown' | 'typescript' | 'json' {
  if (path.endsWith('.json')) return 'json';
  return path.endsWith('.md') ? 'markdown' : 'typescript';
}
