// The language servers that this machine has, each with a small project of two files, through the messages of a page.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FileProblems } from '../../shared/languages.ts';
import { RealProject, whyNot } from './fixtures/real-project.ts';
import { PROJECTS, TYPESCRIPT, type SmallProject } from './fixtures/small-projects.ts';
import { LanguageWorkspace, type LanguageWorkspaceOptions } from './language-workspace.ts';
import { LIMITS } from './server-process.ts';
import { checkTurn } from './turns/turn-check.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
/** A server reads its libraries first. In ms. */
const PATIENCE = { timeout: 120_000 };

/** Writes the project, with the servers of this checkout in its node_modules. */
async function setUp(
  t: TestContext,
  project: SmallProject,
  options: Pick<LanguageWorkspaceOptions, 'limits' | 'idleTime'> = {},
) {
  const place = await realpath(await mkdtemp(path.join(tmpdir(), 'real-servers-')));
  // The TypeScript server does not watch folders that are near the root of the disk.
  const folder = path.join(place, 'home', 'project');
  const bin = path.join(folder, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  const script = path.join(MODULES, 'typescript-language-server', 'lib', 'cli.mjs');
  // It notes the number of its process.
  const start = `#!/bin/sh\necho $$ > '${folder}/pid'\nexec '${process.execPath}' '${script}' "$@"\n`;
  await writeFile(path.join(bin, 'typescript-language-server'), start, { mode: 0o755 });
  const { typescript = 'typescript' } = project;
  await symlink(path.join(MODULES, typescript), path.join(folder, 'node_modules', 'typescript'));
  await symlink(path.join('..', 'typescript', 'bin', 'tsc'), path.join(bin, 'tsc'));
  for (const [name, text] of Object.entries(project.texts))
    await writeFile(path.join(folder, name), text.replaceAll('FOLDER', folder));
  const workspace = new LanguageWorkspace({
    ...{ folder, ...options },
    onBug: (error) => assert.fail(String(error)),
  });
  const real = new RealProject(project, { folder, workspace });
  t.after(async () => {
    real.page.leave();
    await workspace.close();
    await rm(place, { recursive: true });
  });
  const openBoth = async (): Promise<void> => {
    for (const [file] of [project.use, project.definition]) await real.open(file);
  };
  return { folder, workspace, real, openBoth };
}

for (const project of PROJECTS) {
  const { program, texts, use, definition, broken } = project;
  const skip = project.server.startsWith('typescript') ? false : await whyNot(project);

  test(
    `${program} leads to a definition and to uses, renames in both files, finds an error, and formats`,
    { ...PATIENCE, skip },
    async (t) => {
      const { real, openBoth } = await setUp(t, project);
      await openBoth();
      // The first edit that brings a problem shows that the server has read the project.
      await real.breakAndMend();
      await real.findDefinition();
      await real.findReferences();
      await real.rename();
      await real.format();
    },
  );

  test(
    `${program} sees what the agent changes in a file that no page has open, while the user types in another`,
    { ...PATIENCE, skip },
    async (t) => {
      const { folder, workspace, real } = await setUp(t, project);
      await real.open(use[0]);
      await real.breakAndMend();
      const [name] = definition;
      const changed = texts[name]!.replace(/area/i, 'acreage');
      await writeFile(path.join(folder, name), changed);
      workspace.onFilesChanged([{ path: name, isThere: true }]);
      await real.edit(use[0], broken[0], `${broken[0]} `);
      const isNew = (message: string): boolean => /area/i.test(message) && !broken[2].test(message);
      await real.errors(use[0], (errors) => errors.some(({ message }) => isNew(message)));
    },
  );

  test(
    `${program} sees that the agent makes, changes and removes a file, although nobody edits the one that uses it`,
    { ...PATIENCE, skip },
    async (t) => {
      const { folder, workspace, real } = await setUp(t, project);
      const [name] = definition;
      const place = path.join(folder, name);
      await rm(place);
      await real.open(use[0]);
      await real.errors(use[0], (errors) => errors.length > 0);
      for (const text of [texts[name]!, texts[name]!.replace(/area/i, 'acreage'), texts[name]!, null]) {
        await (text === null ? rm(place) : writeFile(place, text));
        workspace.onFilesChanged([{ path: name, isThere: text !== null }]);
        const isRight = text === texts[name];
        await real.errors(use[0], (errors) => (errors.length === 0) === isRight);
      }
    },
  );

  test(
    `${program} blames no turn for a file that it has made a moment ago, and uses`,
    {
      ...PATIENCE,
      skip: skip || (project === TYPESCRIPT && 'It looks for missing files a second after they have come.'),
    },
    async (t) => {
      const { folder, workspace, real } = await setUp(t, project);
      const [name] = definition;
      await rm(path.join(folder, name));
      await real.open(use[0]);
      await real.errors(use[0], (errors) => errors.length > 0);
      await writeFile(path.join(folder, name), texts[name]!);
      const files = [
        { path: name, text: texts[name]!, before: null },
        { path: use[0], text: texts[use[0]]!, before: { path: use[0], text: '' } },
      ];
      const { errors } = await checkTurn((file) => workspace.startServers(file), files, []);
      assert.deepEqual(errors, []);
    },
  );

  test(
    `${program} tells which errors of a turn are new, in files that no page has open`,
    { ...PATIENCE, skip },
    async (t) => {
      const { workspace } = await setUp(t, project);
      const [text, wrong, message] = broken;
      const before = { path: use[0], text: texts[use[0]]! };
      const after = { ...before, text: before.text.replace(text, wrong) };
      const serversOf = (file: string) => workspace.startServers(file);
      const { errors } = await checkTurn(serversOf, [{ ...after, before }], []);
      assert.equal(errors.length, 1);
      assert.match(errors[0]!.message, message);
      assert.deepEqual((await checkTurn(serversOf, [{ ...after, before: after }], [])).errors, []);
    },
  );
}

test(
  'a real server that is killed, or hangs, is started again and knows what was typed meanwhile',
  PATIENCE,
  async (t) => {
    const limits = { ...LIMITS, answer: 2000, late: 1 };
    const { folder, real, openBoth } = await setUp(t, TYPESCRIPT, { limits });
    await openBoth();
    await real.breakAndMend();
    for (const [restarts, signal] of [
      [1, 'SIGKILL'],
      [2, 'SIGSTOP'],
    ] as const) {
      process.kill(Number(await readFile(path.join(folder, 'pid'), 'utf8')), signal);
      await real.edit('app.ts', 'area(3', 'area(3, 3');
      // Nobody knows that it hangs before it is asked.
      if (signal === 'SIGSTOP') {
        const asked = real.ask('hover', 'app.ts', { position: { line: 0, character: 0 } });
        await assert.rejects(asked, /did not answer/);
      }
      const said = `Expected 1 arguments, but got ${restarts + 1}.`;
      await real.errors('app.ts', ([error]) => error?.message === said);
      await real.page.row((row) => row.restarts === restarts && row.state === 'ready');
    }
  },
);

test(
  'a real server that is killed while it answers is started three more times, and each time the page is told',
  PATIENCE,
  async (t) => {
    const { folder, real, openBoth } = await setUp(t, TYPESCRIPT);
    await openBoth();
    const textDocument = { uri: pathToFileURL(path.join(folder, 'app.ts')).href };
    const asked = { server: 'typescript', method: 'textDocument/hover', params: { textDocument } };
    for (const restarts of [0, 1, 2, 3]) {
      await real.page.row((row) => row.restarts === restarts && row.state === 'ready');
      const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
      // It must not answer before it is killed.
      process.kill(pid, 'SIGSTOP');
      await real.page.send({ ask: { id: restarts + 1, ...asked } });
      process.kill(pid, 'SIGKILL');
      assert.match((await real.page.answer(restarts + 1)).error!, /^it ended with SIGKILL/);
    }
    const row = await real.page.row(({ state }) => state === 'failed');
    assert.equal(row.restarts, 3);
    assert.match(row.reason!, /^it ended with SIGKILL/);
  },
);

test('a real server says that it loads the project, until it has', PATIENCE, async (t) => {
  const { real, openBoth } = await setUp(t, TYPESCRIPT);
  await openBoth();
  await real.page.row(({ isLoading }) => isLoading);
  await real.breakAndMend();
  while (real.page.servers[0]!.isLoading) await real.page.next('servers', () => true);
});

test('of 2,500 errors that a real server finds in a file, 2,000 reach the page', PATIENCE, async (t) => {
  const { real, openBoth } = await setUp(t, TYPESCRIPT);
  await openBoth();
  await real.breakAndMend();
  await real.edit('app.ts', 'area(3);\n', `area(3);\n${"area('3');\n".repeat(2500)}`);
  const found = await real.page.next<FileProblems>('problems', ({ problems }) => problems.length > 1);
  assert.deepEqual([found.problems.length, found.more], [2000, 500]);
});

test(
  'a real server shows its memory, and ends with its process once no file is open',
  PATIENCE,
  async (t) => {
    const { folder, workspace, real, openBoth } = await setUp(t, TYPESCRIPT, { idleTime: 0 });
    await openBoth();
    await real.breakAndMend();
    const pid = Number(await readFile(path.join(folder, 'pid'), 'utf8'));
    // Other systems than Linux do not show it.
    if (process.platform === 'linux')
      await real.page.row(({ memory }) => memory !== null && memory > 10 * 1024 * 1024);
    for (const file of ['app.ts', 'shapes.ts']) await real.page.send({ close: { path: file } });
    await real.page.next<{ servers: unknown[] }>('servers', ({ servers }) => servers.length === 0);
    await workspace.close();
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  },
);
