// Counts the resources of a package, in a few words.
import { RESOURCE_KINDS, type Resource, type ResourceKind } from '../../../shared/resources.ts';

const ONE: Record<ResourceKind, string> = {
  extensions: 'extension',
  skills: 'skill',
  prompts: 'prompt',
  themes: 'theme',
};

/** `2 skills, 1 prompt, 1 off` */
export function broughtBy(resources: readonly Resource[]): string {
  const counts = RESOURCE_KINDS.map((kind) => {
    const count = resources.filter((resource) => resource.kind === kind).length;
    return count > 0 && `${count} ${count === 1 ? ONE[kind] : kind}`;
  });
  const off = resources.filter(({ isEnabled }) => !isEnabled).length;
  return [...counts, off > 0 && `${off} off`].filter(Boolean).join(', ');
}
