// Suggests first tasks, based on the files in the root folder of the workspace.
import { t } from '../language/text.ts';
import type { FolderListing } from '../../shared/files.ts';

const MAX_SUGGESTIONS = 4;

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
export function suggestFirstTasks(entries: FolderListing['entries'], uncommitted: number): string[] {
  const names = entries.map(({ name }) => name);
  const isEmpty = names.every((name) => name.startsWith('.'));
  if (isEmpty)
    return [
      t('Set up a small TypeScript project with a test that passes'),
      t('Write a Python script that '),
      t('Make a web page that '),
    ];
  const hasManifest = names.some((name) => MANIFESTS.has(name) || /\.(csproj|sln)$/.test(name));
  const hasReadme = names.some((name) => /^readme(\.|$)/i.test(name));
  return [
    t('Explain how this project is structured and where to start reading'),
    ...(hasManifest ? [t('Run the tests and fix what fails')] : []),
    ...(uncommitted > 0 ? [t('Review the changes that are not committed yet')] : []),
    hasReadme ? t('Find outdated claims in the README') : t('Write a README for this project'),
    t('Find the oldest TODO in the code and do it'),
  ].slice(0, MAX_SUGGESTIONS);
}
