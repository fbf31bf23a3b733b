// The resources that the bundled pi would load for a project.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { decideTrust, listResources } from './resources.ts';

/** A project with these files, and a user with those. */
async function setUp(
  t: TestContext,
  { user = {}, project = {} }: Partial<Record<'user' | 'project', Record<string, string>>>,
) {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'pi-panel-resources-')));
  const [agentDir, cwd] = [path.join(folder, 'agent'), path.join(folder, 'project')];
  const before = process.env.PI_CODING_AGENT_DIR;
  process.env.PI_CODING_AGENT_DIR = agentDir;
  t.after(async () => {
    if (before === undefined) delete process.env.PI_CODING_AGENT_DIR;
    else process.env.PI_CODING_AGENT_DIR = before;
    await rm(folder, { recursive: true });
  });
  for (const [root, files] of [
    [agentDir, user],
    [cwd, project],
  ] as const) {
    await mkdir(root);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(root, name)), { recursive: true });
      await writeFile(path.join(root, name), text);
    }
  }
  const list = async (isTrusted?: boolean) => {
    const found = await listResources(cwd, isTrusted);
    const own = found.resources.filter((one) => one.path.startsWith(folder));
    const contexts = found.contexts.filter((one) => one.path.startsWith(folder));
    return { ...found, own, contexts };
  };
  return { agentDir, cwd, list };
}

const skill = (name: string): string => `---\nname: ${name}\ndescription: How to ${name}\n---\nText\n`;

test('skills and prompts say where they are from, and which of two with one name pi takes', async (t) => {
  const { list } = await setUp(t, {
    user: {
      'skills/folder/SKILL.md': skill('ship'),
      'prompts/review.md': '---\ndescription: Reviews\n---\nReview.',
      'prompts/broken.md': '---\ndescription: [\n---\nText',
    },
    project: { '.pi/skills/ship/SKILL.md': skill('ship') },
  });
  const { own, trust } = await list(true);
  assert.deepEqual([trust.isTrusted, trust.isKnown], [true, true]);
  const skills = own.filter(({ kind }) => kind === 'skills');
  assert.deepEqual(
    skills.map(({ name, isEnabled, isShadowed }) => [name, isEnabled, isShadowed]),
    [
      ['ship', true, false],
      ['ship', true, true],
    ],
  );
  assert.deepEqual(new Set(skills.map(({ scope }) => scope)), new Set(['user', 'project']));
  const prompts = own.filter(({ kind }) => kind === 'prompts');
  assert.deepEqual(
    prompts.map(({ name, description }) => [name, description]).sort(),
    [
      ['broken', null],
      ['review', 'Reviews'],
    ],
    'a broken one is listed by its name',
  );
});

test('nothing of a project is used before it is trusted, and its packages are only named', async (t) => {
  const packages = ['npm:one', { source: ' npm:two ' }, 7, ''];
  const { list } = await setUp(t, {
    project: {
      '.pi/skills/ship/SKILL.md': skill('ship'),
      '.pi/SYSTEM.md': 'You are another.',
      '.pi/settings.json': `\uFEFF${JSON.stringify({ packages })}`,
    },
  });
  const { own, contexts, packages: listed } = await list(false);
  assert.deepEqual([own.filter(({ isEnabled }) => isEnabled), contexts.map(({ kind }) => kind)], [[], []]);
  assert.deepEqual(
    listed.map(({ source, scope, path: place }) => [source, scope, place]),
    [
      ['npm:one', 'project', null],
      ['npm:two', 'project', null],
    ],
  );
});

test('settings that cannot be parsed name no package, and fail nothing', async (t) => {
  for (const text of ['{', '[]', 'null', '{"packages": {}}']) {
    const { list } = await setUp(t, { project: { '.pi/settings.json': text } });
    assert.deepEqual((await list(false)).packages, [], text);
  }
});

test('the texts before a conversation are listed in the order in which the model reads them', async (t) => {
  const { list, agentDir, cwd } = await setUp(t, {
    user: { 'SYSTEM.md': 'S', 'APPEND_SYSTEM.md': 'A', 'AGENTS.md': 'U' },
    project: { 'AGENTS.md': 'P' },
  });
  const { contexts, absent } = await list(true);
  assert.deepEqual(
    contexts.map(({ kind, path: file }) => [kind, file]),
    [
      ['system', path.join(agentDir, 'SYSTEM.md')],
      ['append', path.join(agentDir, 'APPEND_SYSTEM.md')],
      ['context', path.join(agentDir, 'AGENTS.md')],
      ['context', path.join(cwd, 'AGENTS.md')],
    ],
  );
  assert.deepEqual(
    absent.map(({ kind, scope }) => [kind, scope]),
    [
      ['system', 'project'],
      ['append', 'project'],
    ],
  );
});

test('the system prompt of a trusted project replaces that of the user, and what is missing can be made', async (t) => {
  const { list, cwd, agentDir } = await setUp(t, {
    user: { 'SYSTEM.md': 'S' },
    project: { '.pi/SYSTEM.md': 'P' },
  });
  const systemOf = async (isTrusted: boolean) =>
    (await list(isTrusted)).contexts.filter(({ kind }) => kind === 'system').map((one) => one.path);
  assert.deepEqual(await systemOf(true), [path.join(cwd, '.pi/SYSTEM.md')]);
  assert.deepEqual(await systemOf(false), [path.join(agentDir, 'SYSTEM.md')]);
  const { absent } = await list(true);
  assert.deepEqual(
    absent.map(({ kind, scope, path: file }) => [kind, scope, path.relative(path.dirname(cwd), file)]),
    [
      ['append', 'user', 'agent/APPEND_SYSTEM.md'],
      ['append', 'project', 'project/.pi/APPEND_SYSTEM.md'],
      ['context', 'user', 'agent/AGENTS.md'],
      ['context', 'project', 'project/AGENTS.md'],
    ],
  );
});

test('a decision about the project is kept until it is taken back', async (t) => {
  const { list, cwd } = await setUp(t, {});
  const decision = async () => {
    const { trust } = await list(true);
    return [trust.decision, trust.path];
  };
  assert.deepEqual(await decision(), [null, null]);
  await decideTrust(cwd, false);
  assert.deepEqual(await decision(), [false, cwd]);
  await decideTrust(cwd, null);
  assert.deepEqual(await decision(), [null, null]);
});

test('a pi that never asks trusts every project, and says that it does not know', async (t) => {
  const { trust } = await (await setUp(t, {})).list(undefined);
  assert.deepEqual(trust, { isTrusted: true, decision: null, path: null, isKnown: false });
});
