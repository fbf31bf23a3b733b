// Summarizes the resources of a package.
import { plural, t, type Text } from '../../language/text.ts';
import { RESOURCE_KINDS, type Resource, type ResourceKind } from '../../../shared/resources.ts';

export const KIND_WORDS: Record<ResourceKind, Text> = {
  extensions: 'extensions',
  skills: 'skills',
  prompts: 'prompts',
  themes: 'themes',
};

const COUNTS = {
  extensions: ['{count} extension', '{count} extensions'],
  skills: ['{count} skill', '{count} skills'],
  prompts: ['{count} prompt', '{count} prompts'],
  themes: ['{count} theme', '{count} themes'],
} as const satisfies Record<ResourceKind, readonly [string, Text]>;

/** Returns, for instance, `2 skills, 1 prompt, 1 off`. */
export function countByKind(resources: readonly Resource[]): string {
  const counts = RESOURCE_KINDS.map((kind) => {
    const count = resources.filter((resource) => resource.kind === kind).length;
    return count > 0 && plural(count, COUNTS[kind]);
  });
  const off = resources.filter(({ isEnabled }) => !isEnabled).length;
  return [...counts, off > 0 && t('{count} off', { count: off })].filter(Boolean).join(t(', '));
}
