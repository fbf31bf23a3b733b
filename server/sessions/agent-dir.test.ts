import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findAgentDir, findSessionPlace, sessionFolderName } from './agent-dir.ts';
import { writeFileIn } from './session-fixture.ts';

let agentDir: string;
before(async () => void (agentDir = await mkdtemp(path.join(tmpdir(), 'agent-dir-'))));
after(() => rm(agentDir, { recursive: true }));

test('the agent folder is ~/.pi/agent unless PI_CODING_AGENT_DIR names another', () => {
  assert.equal(findAgentDir({}), path.join(homedir(), '.pi', 'agent'));
  assert.equal(findAgentDir({ PI_CODING_AGENT_DIR: '/elsewhere' }), '/elsewhere');
  assert.equal(findAgentDir({ PI_CODING_AGENT_DIR: '~/mine' }), path.join(homedir(), 'mine'));
  assert.equal(findAgentDir({ PI_CODING_AGENT_DIR: '~' }), homedir());
  assert.equal(findAgentDir({ PI_CODING_AGENT_DIR: '~other/mine' }), '~other/mine');
  const place = path.join(agentDir, 'with a space');
  assert.equal(findAgentDir({ PI_CODING_AGENT_DIR: pathToFileURL(place).href }), place);
});

test('the name of a session folder is the one that pi gives it', () => {
  assert.equal(sessionFolderName('/home/me/a project'), '--home-me-a project--');
  assert.equal(sessionFolderName('/'), '----');
  assert.equal(sessionFolderName('C:\\work\\x'), '--C--work-x--');
});

test('the flag takes precedence over the environment, and that over the settings', async () => {
  await writeFileIn(agentDir, 'settings.json', JSON.stringify({ sessionDir: 'by-settings' }));
  const env = { PI_CODING_AGENT_DIR: agentDir };
  const withBoth = { ...env, PI_CODING_AGENT_SESSION_DIR: '~/by-env' };
  const workspace = '/w';
  const place = { agentDir, sessionDir: path.resolve('/w/by-settings') };
  assert.deepEqual(await findSessionPlace({ workspace, env }), place);
  const byEnv = await findSessionPlace({ workspace, env: withBoth });
  assert.equal(byEnv.sessionDir, path.join(homedir(), 'by-env'));
  const byFlag = await findSessionPlace({ workspace, env: withBoth, sessionDir: '/by-flag' });
  assert.equal(byFlag.sessionDir, path.resolve('/by-flag'));
});

test('without settings, or with broken ones, sessions are in pi’s default folder', async () => {
  const empty = path.join(agentDir, 'empty');
  assert.deepEqual(await findSessionPlace({ workspace: '/w', env: { PI_CODING_AGENT_DIR: empty } }), {
    agentDir: empty,
  });
  await writeFileIn(empty, 'settings.json', '{"sessionDir":');
  assert.deepEqual(await findSessionPlace({ workspace: '/w', env: { PI_CODING_AGENT_DIR: empty } }), {
    agentDir: empty,
  });
});
