import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Resource, Resources } from '../../shared/resources.ts';
import { SetupResources, type ResourceAgent } from './setup-resources.ts';

const NOTHING: Resources = {
  trust: { isTrusted: true, decision: null, path: null, isKnown: false },
  ...{ packages: [], resources: [], contexts: [], absent: [] },
};

test('a list of packages names the settings files that pi cannot read', async (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'pi-panel-'));
  t.after(() => rmSync(root, { recursive: true }));
  const settings = path.join(root, 'agent', 'settings.json');
  mkdirSync(path.dirname(settings));
  const launch = { argv: [], cwd: root, env: { PI_CODING_AGENT_DIR: path.dirname(settings) } };
  const agent: ResourceAgent = {
    pi: {
      launchBeside: () => Promise.resolve(launch),
      launchCommand: () => Promise.resolve(launch),
      flags: {},
    },
    view: { can: { distrust: true } },
  };
  const resources = new SetupResources({
    ask: <T>() => Promise.resolve(NOTHING as T),
    onChange: () => undefined,
  });
  assert.deepEqual(await resources.list(agent), NOTHING, 'there is no file');
  writeFileSync(settings, '{"packages": []}');
  assert.equal((await resources.list(agent)).unread, undefined);
  writeFileSync(settings, '{"packages": [');
  assert.deepEqual((await resources.list(agent)).unread, [settings]);
});

const RESOURCE: Resource = {
  ...{ kind: 'skills', name: 'review', description: null, isEnabled: true, isShadowed: false },
  ...{ path: '', scope: 'user', package: null, baseDir: null, isBuiltIn: false },
};

/** An agent whose pi lists these resources, beside a folder of pi and a project. */
function setUp(
  t: TestContext,
  listed: (folders: { agentDir: string; project: string }) => Partial<Resources>,
) {
  const root = mkdtempSync(path.join(tmpdir(), 'pi-panel-'));
  t.after(() => rmSync(root, { recursive: true }));
  const [agentDir, project] = [path.join(root, 'agent'), path.join(root, 'project')];
  for (const folder of [agentDir, path.join(project, '.pi')]) mkdirSync(folder, { recursive: true });
  const launched: (readonly string[])[] = [];
  const code =
    'console.log(JSON.stringify(Object.keys(process.env).filter((name) => name.startsWith("PI_"))))';
  const env = { PATH: process.env.PATH, PI_CODING_AGENT_DIR: agentDir, PI_OFFLINE: '1' };
  const launchFor = (args: readonly string[]) => {
    launched.push(args);
    return Promise.resolve({ argv: [process.execPath, '-e', code], cwd: project, env });
  };
  const agent: ResourceAgent = {
    pi: { launchBeside: launchFor, launchCommand: launchFor, flags: {} },
    view: { can: { distrust: true } },
  };
  const asked: unknown[] = [];
  let changes = 0;
  const resources = new SetupResources({
    ask: <T>(_agent: ResourceAgent, request: unknown) => {
      asked.push(request);
      return Promise.resolve({ ...NOTHING, ...listed({ agentDir, project }) } as T);
    },
    onChange: () => void (changes += 1),
  });
  t.after(() => resources.runs.close());
  const settings = {
    user: path.join(agentDir, 'settings.json'),
    project: path.join(project, '.pi', 'settings.json'),
  };
  return { agentDir, project, agent, resources, settings, launched, asked, changes: () => changes };
}

test('a resource is switched in the settings of its scope, and a part of pi for one project in that of the project', async (t) => {
  const { agentDir, project, agent, resources, settings } = setUp(t, (folders) => ({
    resources: [
      { ...RESOURCE, path: path.join(folders.agentDir, 'skills/mine') },
      { ...RESOURCE, path: path.join(folders.project, '.pi/skills/theirs'), scope: 'project' },
      { ...RESOURCE, kind: 'extensions', path: 'builtin:mcp', isBuiltIn: true },
    ],
  }));
  writeFileSync(settings.user, '\uFEFF{"skills": ["-other"], "theme": "dark"}');
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
  const skill = { kind: 'skills', isEnabled: false } as const;
  const mine = await resources.switch(agent, { ...skill, path: path.join(agentDir, 'skills/mine') });
  assert.equal(mine.path, settings.user);
  assert.deepEqual(read(settings.user), { skills: ['-other', '-skills/mine'], theme: 'dark' });
  assert.equal(existsSync(settings.project), false);
  await resources.switch(agent, { ...skill, path: path.join(project, '.pi/skills/theirs') });
  assert.deepEqual(read(settings.project), { skills: ['-skills/theirs'] });
  const part = { kind: 'extensions', path: 'builtin:mcp', isEnabled: false } as const;
  await resources.switch(agent, { ...part, inProject: true });
  assert.deepEqual(read(settings.project), { skills: ['-skills/theirs'], extensions: ['+builtin:mcp'] });
  await resources.switch(agent, { ...part, inProject: null });
  assert.deepEqual(read(settings.project), { skills: ['-skills/theirs'], extensions: [] });
  await resources.switch(agent, part);
  assert.deepEqual(read(settings.user), {
    ...{ skills: ['-other', '-skills/mine'], theme: 'dark', extensions: ['-builtin:mcp'] },
  });
});

test('what pi does not list, or its settings cannot say, is not switched, and a broken file stays', async (t) => {
  const { agentDir, agent, resources, settings } = setUp(t, (folders) => ({
    resources: [{ ...RESOURCE, path: path.join(folders.agentDir, 'skills/mine') }],
  }));
  const skill = { kind: 'skills', isEnabled: false, path: path.join(agentDir, 'skills/mine') } as const;
  await assert.rejects(resources.switch(agent, { ...skill, kind: 'prompts' }), { status: 404 });
  await assert.rejects(resources.switch(agent, { ...skill, path: '/other' }), { status: 404 });
  await assert.rejects(resources.switch(agent, { ...skill, inProject: true }), { status: 400 });
  assert.deepEqual([existsSync(settings.user), existsSync(settings.project)], [false, false]);
  writeFileSync(settings.user, '{"skills": [');
  await assert.rejects(resources.switch(agent, skill), { status: 409, code: 'broken_file' });
  assert.equal(readFileSync(settings.user, 'utf8'), '{"skills": [');
});

test('only files that pi lists are read and saved, none of a package, and none is created twice', async (t) => {
  const { agentDir, agent, resources } = setUp(t, (folders) => ({
    resources: [
      { ...RESOURCE, path: path.join(folders.agentDir, 'mine.md') },
      { ...RESOURCE, path: path.join(folders.agentDir, 'packed.md'), package: 'npm:tools' },
    ],
  }));
  const [mine, packed, other] = ['mine.md', 'packed.md', 'other.md'].map((name) => path.join(agentDir, name));
  for (const file of [mine!, packed!, other!]) writeFileSync(file, 'before');
  const { etag } = await resources.read(agent, mine!);
  const condition = { ifMatch: etag! };
  await assert.rejects(resources.read(agent, other!), { status: 404 });
  await assert.rejects(resources.save(agent, { file: other!, text: 'x', condition }), { status: 404 });
  await assert.rejects(resources.save(agent, { file: packed!, text: 'x', condition }), {
    code: 'managed_file',
  });
  await resources.save(agent, { file: mine!, text: 'after', condition });
  assert.deepEqual(
    [mine, packed, other].map((file) => readFileSync(file!, 'utf8')),
    ['after', 'before', 'before'],
  );
  const wanted = { kind: 'prompts', scope: 'user', name: 'review' } as const;
  const made = await resources.create(agent, wanted);
  assert.equal(made.path, path.join(agentDir, 'prompts', 'review.md'));
  writeFileSync(made.path, 'of the user');
  await assert.rejects(resources.create(agent, wanted), { status: 409, code: 'exists' });
  assert.equal(readFileSync(made.path, 'utf8'), 'of the user');
});

test('trust is decided for good or asked again, and what pi has loaded is told to be old', async (t) => {
  const { agent, resources, asked, changes } = setUp(t, () => ({}));
  for (const wanted of ['always', 'never', 'ask'] as const) await resources.decideTrust(agent, wanted);
  assert.deepEqual(
    asked,
    [true, false, null].map((decision) => ({ ask: 'trust', decision })),
  );
  assert.equal(changes(), 3);
});

test('a command of packages has the network, and trusts the project only if the user does', async (t) => {
  const { agent, resources, launched, changes } = setUp(t, () => ({}));
  const act = { act: 'install', source: 'npm:tools', scope: 'user' } as const;
  const run = async (isTrusted: boolean): Promise<string> => {
    const { id, title } = await resources.runPackageCommand(agent, act, isTrusted);
    let seen = await resources.runs.poll(id, 0);
    while (seen.state === 'running') seen = await resources.runs.poll(id, seen.next);
    assert.equal(title, `pi ${launched.at(-1)!.join(' ')}`);
    return resources.runs.outputOf(id);
  };
  assert.match(await run(false), /"PI_SKIP_VERSION_CHECK"/);
  assert.doesNotMatch(await run(true), /"PI_OFFLINE"/);
  agent.pi.flags.trust = true;
  await run(false);
  agent.view.can.distrust = false;
  await run(true);
  assert.deepEqual(
    launched.map((args) => args.includes('--approve')),
    [false, true, true, false],
  );
  assert.equal(changes(), 4);
});
