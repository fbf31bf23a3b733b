// Language servers with real code: this repository, which has a project in each of its rooms, and parts of the libraries
// of Python and Go, with C among them, where this machine has them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RealProject, whyNot, type Project } from './fixtures/real-project.ts';
import { LanguageWorkspace } from './language-workspace.ts';

/** A repository is read before the first answer. In ms. */
const PATIENCE = { timeout: 240_000 };

interface Repository extends Project {
  name: string;
  /** Returns its folder. Throws on a machine that does not have it. */
  find: () => string;
  /** Why a machine may not have it. */
  missing?: string;
  /** What makes a copy of it a project: a file and its text. Without it, the folder itself is opened. */
  marker?: [file: string, text: string];
}

const REPOSITORIES: Repository[] = [
  {
    name: 'this repository, across its rooms',
    find: () => fileURLToPath(new URL('../..', import.meta.url)),
    server: 'typescript',
    program: 'typescript-language-server',
    use: ['server/languages/find-servers.ts', '= |languageOf(file)'],
    definition: ['shared/language-of.ts', 'function |languageOf'],
    files: [
      ...['shared/language-of.ts', 'server/languages/find-servers.ts', 'server/languages/language-server.ts'],
      'web/editor/languages/server-access.ts',
    ],
    broken: ['languageOf(file)', 'languageOf(7)', /not assignable/],
    unformatted: ['export const a = {b:1}\n', 'export const a = { b: 1 }\n'],
  },
  {
    name: 'asyncio of Python',
    find: () => run('python3', '-c', 'import asyncio; print(asyncio.__path__[0])'),
    missing: 'python3 is not installed.',
    marker: ['pyrightconfig.json', '{}'],
    server: 'pyright',
    program: 'pyright-langserver',
    use: ['events.py', 'format_helpers.|_format_callback_source('],
    definition: ['format_helpers.py', 'def |_format_callback_source'],
    files: ['events.py', 'format_helpers.py'],
    broken: ['_format_callback_source(', '_format_callback_source(7, ', /positional argument/],
    unformatted: null,
  },
  {
    name: 'encoding/json of Go',
    find: () => `${run('go', 'env', 'GOROOT')}/src/encoding/json`,
    missing: 'go is not installed.',
    marker: ['go.mod', 'module json\n\ngo 1.19\n'],
    server: 'gopls',
    program: 'gopls',
    use: ['decode.go', ':= |checkValid('],
    definition: ['scanner.go', 'func |checkValid'],
    files: ['decode.go', 'scanner.go'],
    broken: ['checkValid(data, ', 'checkValid(7, data, ', /too many arguments/],
    unformatted: ['\nvar  unformatted =1\n', '\nvar unformatted = 1\n'],
  },
  {
    name: 'the C sources of runtime/cgo of Go',
    find: () => `${run('go', 'env', 'GOROOT')}/src/runtime/cgo`,
    missing: 'go is not installed.',
    marker: ['compile_flags.txt', '-I.\n'],
    server: 'clangd',
    program: 'clangd',
    use: ['gcc_context.c', '= |_cgo_get_context_function()'],
    definition: ['gcc_libinit.c', '(*(|_cgo_get_context_function(void)'],
    files: ['gcc_context.c', 'gcc_libinit.c', 'libcgo.h'],
    broken: ['_cgo_get_context_function()', '_cgo_get_context_function(7)', /too many arguments/i],
    unformatted: ['int   unformatted =1;\n', 'int unformatted = 1;\n'],
  },
];

function run(...[program, ...args]: [string, ...string[]]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

async function whyNotIn(repository: Repository): Promise<string | false> {
  let folder: string;
  try {
    folder = realpathSync(repository.find());
  } catch (error) {
    if (repository.missing === undefined) throw error;
    return repository.missing;
  }
  return whyNot(repository, folder);
}

/** Returns the folder of the repository, or of a copy without its tests, which is removed after the test. */
async function openFolder(t: TestContext, { find, marker }: Repository): Promise<string> {
  const source = realpathSync(find());
  if (!marker) return source;
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'real-repository-')));
  t.after(() => rm(folder, { recursive: true }));
  await cp(source, folder, { recursive: true, filter: (place) => !/_test\.go$|__pycache__/.test(place) });
  await writeFile(path.join(folder, marker[0]), marker[1]);
  return folder;
}

for (const repository of REPOSITORIES) {
  const { program, name, use, definition, files } = repository;
  test(
    `${program} leads to a definition and to uses, renames, finds an error and formats in ${name}`,
    { ...PATIENCE, skip: await whyNotIn(repository) },
    async (t) => {
      const folder = await openFolder(t, repository);
      const workspace = new LanguageWorkspace({ folder, onBug: (error) => assert.fail(String(error)) });
      const real = new RealProject(repository, { folder, workspace });
      t.after(async () => {
        real.page.leave();
        await workspace.close();
      });
      for (const file of new Set([use[0], definition[0], ...files])) await real.open(file);
      await real.breakAndMend();
      await real.findDefinition();
      await real.findReferences();
      await real.rename();
      await real.format();
    },
  );
}
