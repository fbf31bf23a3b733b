import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import type { Resources } from '../../shared/resources.ts';
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
