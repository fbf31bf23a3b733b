// Where the token is not: the agent's own bash looks for it wherever a program looks, beside decoys that it does find.
// Then what comes of a panel that is started again, and of names that a shell would run.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { access, chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { apiRoutes } from './routes.ts';
import { startPanel, type StartedPanel } from './started-panel.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** Looks like a token and is in reach. */
const DECOY = 'Dec0y-token_that-1s-planted-everywhere-0000';
const ODD_NAME = '$(touch pwned);"`touch pwned`';

let panel: StartedPanel;
let agent = '';
/** What the browser that the panel opened was given, and the modes of the file behind it. */
let opened: { argument: string; text: string; modes: number[] };

before(async () => {
  if (process.platform !== 'linux') return;
  panel = await startPanel({ name: ODD_NAME, records: true, prepare: offerBrowser });
  const argument = await until(() => readFile(path.join(panel.folder, 'browser.log'), 'utf8'));
  const file = fileURLToPath(argument.trim());
  const modes = [(await stat(file)).mode & 0o777, (await stat(path.dirname(file))).mode & 0o777];
  opened = { argument, text: await readFile(file, 'utf8'), modes };
  agent = await panel.readyAgent();
});

after(() => panel?.close());

/** A display, a browser that only writes down what it was given, and a log of every connection that is made. */
async function offerBrowser(folder: string): Promise<Record<string, string>> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  const program = async (name: string, script: string): Promise<string> => {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(bin, name), 0o755);
    return path.join(bin, name);
  };
  // What a desktop would ask before the browser that is named.
  for (const name of ['xdg-mime', 'run-mailcap', 'mimeopen', 'gio', 'dbus-send'])
    await program(name, 'exit 1');
  const log = path.join(folder, 'browser.log');
  return {
    PATH: `${bin}:${process.env.PATH}`,
    ...{ XDG_CURRENT_DESKTOP: '', DESKTOP_SESSION: '', KDE_FULL_SESSION: '', GNOME_DESKTOP_SESSION_ID: '' },
    DISPLAY: ':99',
    BROWSER: await program('browser', `echo "$1" > '${log}.part' && mv '${log}.part' '${log}'`),
    DECOY,
    EGRESS_LOG: path.join(folder, 'egress.log'),
    NODE_OPTIONS: `--import=${new URL('egress-log.ts', import.meta.url).href}`,
  };
}

/** The result of the first try that does not fail. */
async function until<T>(attempt: () => Promise<T>, patience = 2400): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === patience) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

const onLinux = { skip: process.platform !== 'linux' && 'looks into /proc' };

test(
  'S-18, S-24: the browser is opened through a file that only its user reads, and that goes when the page is in',
  onLinux,
  async () => {
    assert.match(opened.argument, /^file:\/\/\/.*\/open\.html$/m);
    assert.ok(opened.text.includes(panel.token));
    assert.deepEqual(opened.modes, [0o600, 0o700]);
    // Long before it would go by itself.
    await until(() => assert.rejects(access(fileURLToPath(opened.argument.trim()))), 800);
  },
);

test(
  'S-18, S-25: the agent’s own bash finds no token, in no file, environment, argument list or descriptor',
  onLinux,
  async () => {
    const { folder, workspace } = panel;
    await writeFile(path.join(folder, 'home', 'notes'), `x ${DECOY} x\n`);
    const pattern = (text: string): string => `[${text[0]}]${text.slice(1)}`;
    const search = `bash '${here('search.sh')}' '%' ~ "$TMPDIR" "$PI_CODING_AGENT_DIR" . /tmp/pi-panel-open-*`;
    const script = `
    exec -a '${pattern(DECOY).replace(/[[\]]/g, '')}' sleep 60 & decoy=$!
    exec 7<~/notes
    ${search.replace('%', pattern(DECOY))} > decoy.txt
    ${search.replace('%', pattern(panel.token))} > token.txt
    env > env.txt
    kill $decoy
    (exec 3<>/dev/tcp/127.0.0.1/${panel.port}
    printf 'GET /api/agents HTTP/1.1\\r\\nHost: 127.0.0.1:${panel.port}\\r\\nConnection: close\\r\\n\\r\\n' >&3
    head -1 <&3) > api.txt`;
    await panel.runScript(agent, [
      { steps: [{ tool: 'bash', args: { command: script } }] },
      { steps: [{ text: 'Done.' }] },
    ]);
    const result = (name: string): Promise<string> => readFile(path.join(workspace, name), 'utf8');
    const decoys = await result('decoy.txt');
    const places = [/^environment$/m, /^descriptor$/m, /^\/proc\/\d+\/cmdline$/m, /\/home\/notes$/m];
    for (const place of [...places, new RegExp(`^/proc/${panel.pid}/environ$`, 'm')]) {
      assert.match(decoys, place, 'the search finds what is there');
    }
    assert.equal(await result('token.txt'), '');
    assert.match(await result('api.txt'), /^HTTP\/1\.1 401 /);
    assert.doesNotMatch(
      await result('env.txt'),
      new RegExp(`\\b${panel.port}\\b`),
      'nor does it know the address',
    );
    assert.doesNotMatch(await result('env.txt'), /^PI_PANEL_(?!DEMO_|RUN)|^INIT_CWD|^npm_/m);
    assert.equal(panel.output.split(panel.token).length, 2, 'it was said once, in the link');
  },
);

test('S-57: a folder named like a command is a folder, and an odd model is a model', onLinux, async () => {
  assert.equal((await panel.bash(agent, 'pwd')).trim(), panel.workspace);
  const other = path.join(panel.folder, '--mode $(touch pwned)');
  await mkdir(other);
  const started = (await (await panel.post('agents', { workspace: other })).json()) as { id: string };
  assert.equal((await panel.bash(started.id, 'pwd')).trim(), other);
  const model = { type: 'set_model', provider: 'demo', modelId: '--mode x; touch pwned' };
  assert.equal(
    ((await (await panel.post(`agents/${agent}/commands`, model)).json()) as { success: boolean }).success,
    false,
  );
  const names = await readdir(panel.folder, { recursive: true });
  assert.deepEqual(
    names.filter((name) => path.basename(name) === 'pwned'),
    [],
  );
  assert.equal((await panel.fetch(`agents/${started.id}`, { method: 'DELETE' })).status, 204);
});

test('S-62: the panel itself connects to nobody', onLinux, async () => {
  await panel.bash(agent, `"${process.execPath}" -e "fetch('http://telemetry.test/').catch(() => {})" or-so`);
  const log = (await readFile(path.join(panel.folder, 'egress.log'), 'utf8')).split('\n').filter(Boolean);
  assert.ok(
    log.some((line) => line.endsWith(' telemetry.test')),
    'what connects is seen',
  );
  assert.ok(
    log.some((line) => /recording|pi|cli/.test(line) && line.endsWith(' 127.0.0.1')),
    'pi asks its model',
  );
  assert.deepEqual(
    log.filter((line) => /server\/main\.ts /.test(line)),
    [],
  );
});

test(
  'S-15, S-22: a token of before opens nothing of a panel that was started again on the same port',
  onLinux,
  async () => {
    const { token, port } = panel;
    const page = await panel.raw({ target: '/' });
    assert.match(page.head, /^cache-control: no-store/im);
    await panel.kill('SIGTERM');
    assert.deepEqual(
      (await readdir(path.join(panel.folder, 'tmp'))).filter((name) => name.startsWith('pi-panel-')),
      [],
      'and nothing is left of it',
    );
    await panel.start();
    assert.equal(panel.port, port);
    assert.notEqual(panel.token, token);
    const headers = { Authorization: `Bearer ${token}` };
    for (const { method, path: target } of apiRoutes(agent)) {
      assert.equal((await panel.raw({ method, target, headers })).status, 401, `${method} ${target}`);
    }
    assert.equal((await panel.raw({ target: '/api/agents', headers: panel.authorization })).status, 200);
    assert.equal(existsSync(path.join(panel.folder, 'tmp', 'pi-panel-open')), false);
  },
);
