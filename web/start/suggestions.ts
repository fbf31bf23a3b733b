// Suggests first tasks, based on the files in the root folder of the workspace.
import { t } from '../language/text.ts';
import type { FolderListing } from '../../shared/files.ts';

const MAX_SUGGESTIONS = 4;

export interface Suggestion {
  kind: 'explain' | 'test' | 'review' | 'docs' | 'todo' | 'create';
  text: string;
}

/** Files of tools that build and test a project. */
const MANIFESTS = new Set([
  'build.gradle',
  'build.gradle.kts',
  'Cargo.toml',
  'CMakeLists.txt',
  'composer.json',
  'deno.json',
  'Gemfile',
  'go.mod',
  'Makefile',
  'mix.exs',
  'package.json',
  'pom.xml',
  'pyproject.toml',
  'setup.py',
]);

/**
 * Returns texts for the composer, the best first. `entries` are those of the root folder of the workspace,
 * `uncommitted` is the number of files with uncommitted changes.
 */
export function suggestFirstTasks(entries: FolderListing['entries'], uncommitted: number): Suggestion[] {
  const names = entries.map(({ name }) => name);
  const isEmpty = names.every((name) => name.startsWith('.'));
  if (isEmpty)
    return [
      { kind: 'test', text: t('Set up a small TypeScript project with a test that passes') },
      { kind: 'create', text: t('Write a Python script that ') },
      { kind: 'create', text: t('Make a web page that ') },
    ];
  const hasManifest = names.some((name) => MANIFESTS.has(name) || /\.(csproj|sln)$/.test(name));
  const hasReadme = names.some((name) => /^readme(\.|$)/i.test(name));
  const readme = hasReadme ? t('Find outdated claims in the README') : t('Write a README for this project');
  const all: (Suggestion | false)[] = [
    { kind: 'explain', text: t('Explain how this project is structured and where to start reading') },
    hasManifest && { kind: 'test', text: t('Run the tests and fix what fails') },
    uncommitted > 0 && { kind: 'review', text: t('Review the changes that are not committed yet') },
    { kind: 'docs', text: readme },
    { kind: 'todo', text: t('Find the oldest TODO in the code and do it') },
  ];
  return all.filter((one) => one !== false).slice(0, MAX_SUGGESTIONS);
}
