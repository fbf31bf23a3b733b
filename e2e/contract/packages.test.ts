// Packages of pi through the panel: installed from a local folder and from a registry, switched, updated and removed by
// pi's own code; resources of a project wait for the user's trust.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { PiPackage, PiRun, Resource, Resources } from '../../shared/resources.ts';
import type { Changelog, ConfigFile } from '../../shared/setup.ts';
import { PACKAGE, startNpmRegistry, writePiPackage, type NpmRegistry } from '../panel/npm-registry.ts';
import { choosePis, contractPis, VERSION_TIMEOUT_MS } from './contract-pis.ts';
import { openLab, type Lab } from './lab.ts';

const BYTES = { 'content-type': 'application/octet-stream' };
const VERSIONS = ['0.79.9', '0.87.1'];
const { pis } = await contractPis();

for (const pi of choosePis(pis, VERSIONS))
  describe(`pi ${pi.version}`, { timeout: VERSION_TIMEOUT_MS }, () => {
    let lab: Lab;
    let registry: NpmRegistry;
    before(async () => {
      registry = await startNpmRegistry();
      await registry.publish('1.0.0');
      const skill = '---\nname: ours\ndescription: Of the project\n---\n\nBe brief.\n';
      lab = await openLab(pi, { files: { '.pi/skills/ours/SKILL.md': skill, 'AGENTS.md': 'Be kind.\n' } });
      await writeFile(path.join(lab.folders.home, '.npmrc'), `registry=${registry.url}\naudit=false\n`);
    });
    after(async () => {
      await lab?.close();
      await registry?.close();
    });

    const list = async (): Promise<Resources> => {
      const found = await lab.getJson<Resources>(`agents/${lab.agent}/setup/resources`);
      assert.ok('trust' in found, JSON.stringify(found));
      return found;
    };
    const find = async (kind: string, name: string): Promise<Resource | undefined> =>
      (await list()).resources.find((one) => one.kind === kind && one.name === name);
    const packages = async (): Promise<Partial<PiPackage>[]> =>
      (await list()).packages.map(({ scope, source, version }) => ({ scope, source, version }));
    const run = async (body: object): Promise<PiRun> => {
      const reply = await lab.postToAgent('setup/packages', body);
      assert.equal(reply.status, 201, JSON.stringify(reply.body));
      const { id } = reply.body as unknown as PiRun;
      let output = '';
      for (let next = 0; ;) {
        const seen = await lab.getJson<PiRun>(`setup/runs/${id}?from=${next}`);
        output += seen.output;
        next = seen.next;
        if (seen.state !== 'running') return { ...seen, output };
      }
    };

    test('S-25: a package from a folder is installed, its resources are switched one by one, and it is removed', async () => {
      const folder = path.join(lab.folders.root, 'my-tools');
      await writePiPackage(folder, '0.1.0');
      const installed = await run({ act: 'install', source: folder, scope: 'user' });
      assert.equal(installed.state, 'done', installed.output);
      assert.match(installed.output, /Installed/);
      const [{ source } = { source: '' }] = (await list()).packages;
      assert.deepEqual(await packages(), [{ scope: 'user', source, version: '0.1.0' }]);
      assert.deepEqual(
        await Promise.all([
          find('skills', 'shout'),
          find('prompts', 'greet'),
          find('extensions', 'clock'),
        ]).then((found) => found.map((one) => [one?.package, one?.isEnabled])),
        [1, 2, 3].map(() => [source, true]),
      );
      const skill = await find('skills', 'shout');
      assert.equal(skill?.description, 'Shouts in version 0.1.0');
      const off = { kind: 'skills', path: skill.path, isEnabled: false };
      assert.equal((await lab.postToAgent('setup/resources/switch', off)).status, 200);
      assert.equal((await find('skills', 'shout'))?.isEnabled, false);
      assert.equal((await find('prompts', 'greet'))?.isEnabled, true, 'the others stay on');
      await lab.postToAgent('setup/resources/switch', { ...off, isEnabled: true });
      assert.equal((await find('skills', 'shout'))?.isEnabled, true);
      assert.equal((await run({ act: 'remove', source: folder, scope: 'user' })).state, 'done');
      assert.deepEqual(await packages(), []);
    });

    test('a package from a registry is installed, updated and removed, with the output of the command', async () => {
      const source = `npm:${PACKAGE}`;
      const installed = await run({ act: 'install', source, scope: 'user' });
      assert.equal(installed.state, 'done', installed.output);
      assert.equal(installed.title, `pi install ${source}`);
      assert.deepEqual(await packages(), [{ scope: 'user', source, version: '1.0.0' }]);
      await registry.publish('1.1.0');
      const updated = await run({ act: 'update', source });
      assert.equal(updated.state, 'done', updated.output);
      assert.deepEqual(await packages(), [{ scope: 'user', source, version: '1.1.0' }]);
      const news = await lab.getJson<{ found: Changelog | null }>(
        `agents/${lab.agent}/setup/changelog?${String(new URLSearchParams({ source, scope: 'user', since: '1.0.0' }))}`,
      );
      assert.deepEqual(news.found, { name: PACKAGE, version: '1.1.0', text: '## 1.1.0\n\n- Shouts louder' });
      const own = await lab.getJson<{ found: Changelog | null }>(`agents/${lab.agent}/setup/changelog`);
      assert.equal(own.found?.version, pi.version);
      assert.match(own.found.text, /^# Changelog/);
      const skill = await find('skills', 'shout');
      const file = `setup/resources/text?path=${encodeURIComponent(skill?.path ?? '')}`;
      const text = await lab.getJson<ConfigFile>(`agents/${lab.agent}/${file}`);
      assert.match(text.text ?? '', /version 1.1.0/);
      assert.equal((await run({ act: 'remove', source, scope: 'user' })).state, 'done');
      assert.deepEqual(await packages(), []);
      const missing = await run({ act: 'install', source: 'npm:pi-panel-no-such-package', scope: 'user' });
      assert.equal(missing.state, 'failed');
      assert.match(missing.output, /404/);
    });

    test('S-33: resources of a project wait for trust, for one command, for this run, or for good', async () => {
      assert.equal((await list()).trust.isTrusted, false);
      assert.equal(await find('skills', 'ours'), undefined);
      const folder = path.join(lab.folders.workspace, 'tools');
      await writePiPackage(folder, '0.2.0');
      const install = { act: 'install', source: folder, scope: 'project' };
      const refused = await run(install);
      assert.equal(refused.state, 'failed');
      assert.match(refused.output, /not trusted/);
      const approved = await run({ ...install, trust: true });
      assert.equal(approved.state, 'done', approved.output);
      const declared = (await list()).packages;
      assert.deepEqual(
        declared.map(({ path: at, scope }) => [scope, at]),
        [['project', null]],
      );
      assert.equal((await lab.postToAgent('setup/trust', { decision: 'always' })).status, 204);
      const { trust } = await list();
      assert.deepEqual([trust.isTrusted, trust.decision, trust.path], [true, true, lab.folders.workspace]);
      assert.deepEqual(
        [(await find('skills', 'ours'))?.scope, (await find('skills', 'shout'))?.scope],
        ['project', 'project'],
      );
      await lab.postToAgent('setup/trust', { decision: 'ask' });
      assert.equal((await list()).trust.isTrusted, false);
    });

    test('a skill and the files of the system prompt are created, read, changed, and seen by the agent', async () => {
      const created = await lab.postToAgent('setup/resources', {
        ...{ kind: 'skills', scope: 'user', name: 'tidy', description: 'Tidies up' },
      });
      assert.equal(created.status, 201, JSON.stringify(created.body));
      const { etag, path: file } = created.body as unknown as ConfigFile;
      assert.equal((await find('skills', 'tidy'))?.description, 'Tidies up');
      const route = `agents/${lab.agent}/setup/resources/text?path=${encodeURIComponent(file)}`;
      const text = '---\nname: tidy\ndescription: Tidies well\n---\n\nUse a broom.\n';
      const save = (ifMatch: string) =>
        lab.fetch(route, { method: 'PUT', body: text, headers: { ...BYTES, 'if-match': ifMatch } });
      assert.equal((await save(etag ?? '')).status, 200);
      assert.equal((await save(etag ?? '')).status, 412, 'it was changed meanwhile');
      assert.equal(await readFile(file, 'utf8'), text);
      await lab.postToAgent('setup/resources', { kind: 'context', scope: 'user' });
      const { absent, contexts } = await list();
      const [agents, workspace] = [lab.folders.agentDir, lab.folders.workspace];
      assert.deepEqual(contexts, [
        { kind: 'context', path: path.join(agents, 'AGENTS.md') },
        { kind: 'context', path: path.join(workspace, 'AGENTS.md') },
      ]);
      assert.ok(absent.some(({ kind, scope }) => kind === 'system' && scope === 'project'));
      const outside = `agents/${lab.agent}/setup/resources/text?path=${encodeURIComponent(path.join(agents, 'auth.json'))}`;
      assert.equal((await lab.fetch(outside)).status, 404);
      await lab.postToAgent('restart', {});
      await lab.until('pi is back', (view) => view.ready);
      const commands = await lab.command({ type: 'get_commands' });
      assert.match(JSON.stringify(commands), /skill:tidy/);
    });
  });
