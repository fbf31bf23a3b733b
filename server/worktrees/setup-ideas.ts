// Suggests commands for the set-up of a worktree from the files of the repository. They are only shown, and run if the
// user chooses one. The panel never runs a command that the repository itself defines.
import { access } from 'node:fs/promises';
import path from 'node:path';

const IDEAS: readonly [file: string, command: string][] = [
  ['.gitmodules', 'git submodule update --init --recursive'],
  ['package-lock.json', 'npm ci'],
  ['pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn.lock', 'yarn install'],
  ['bun.lock', 'bun install'],
  ['uv.lock', 'uv sync'],
  ['poetry.lock', 'poetry install'],
  ['Gemfile.lock', 'bundle install'],
  ['go.sum', 'go mod download'],
  ['Cargo.lock', 'cargo fetch'],
  ['composer.lock', 'composer install'],
  ['mix.lock', 'mix deps.get'],
];

export async function findSetupIdeas(folder: string): Promise<string[]> {
  const found = await Promise.all(
    IDEAS.map(([file, command]) =>
      access(path.join(folder, file)).then(
        () => command,
        () => null,
      ),
    ),
  );
  return found.filter((command) => command !== null);
}
