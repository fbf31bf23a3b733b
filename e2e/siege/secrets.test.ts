// The token must be out of the agent's reach. Its own bash searches everywhere a program can, and finds only decoys.
// Also tests a restarted panel, and names that a shell would execute.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { access, chmod, mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { apiRoutes } from './routes.ts';
import { SiegePanel } from './siege-panel.ts';

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
/** Looks like a token and can be found. */
const DECOY = 'Dec0y-token_that-1s-planted-everywhere-0000';
const ODD_NAME = '$(touch pwned);"`touch pwned`';

let panel: SiegePanel;
let agent = '';
/** The argument that the panel opened the browser with, and the text and modes of the file it names. */
let opened: { argument: string; text: string; modes: number[] };

before(async () => {
  if (process.platform !== 'linux') return;
  panel = await SiegePanel.open({
    workspaceName: ODD_NAME,
    opensBrowser: true,
    recordsStdin: true,
    prepare: offerBrowser,
  });
  const argument = await retry(() => readFile(path.join(panel.folders.root, 'browser.log'), 'utf8'));
  const file = fileURLToPath(argument.trim());
  const modes = [(await stat(file)).mode & 0o777, (await stat(path.dirname(file))).mode & 0o777];
  opened = { argument, text: await readFile(file, 'utf8'), modes };
  agent = await panel.readyAgent();
});

after(() => panel?.close());

/** A display, a browser that only logs its argument, and a log of every connection. */
async function offerBrowser(folder: string): Promise<Record<string, string>> {
  const bin = path.join(folder, 'bin');
  await mkdir(bin);
  const program = async (name: string, script: string): Promise<string> => {
    await writeFile(path.join(bin, name), `#!/bin/sh\n${script}\n`);
    await chmod(path.join(bin, name), 0o755);
    return path.join(bin, name);
  };
  // A desktop would ask these before the named browser.
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

/** Resolves to the result of the first attempt that succeeds, one every 25 ms. */
async function retry<T>(attempt: () => Promise<T>, attempts = 2400): Promise<T> {
  for (let n = 0; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (n === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

const onLinux = { skip: process.platform !== 'linux' && 'reads /proc' };

test(
  'S-18, S-24: the browser opens a file that only the user can read, removed once the page has loaded',
  onLinux,
  async () => {
    assert.match(opened.argument, /^file:\/\/\/.*\/open\.html$/m);
    assert.ok(opened.text.includes(panel.token));
    assert.deepEqual(opened.modes, [0o600, 0o700]);
    // Long before its own timeout.
    await retry(() => assert.rejects(access(fileURLToPath(opened.argument.trim()))), 800);
  },
);

test(
  'S-18, S-25: bash finds the token in no file, environment, argument list or descriptor',
  onLinux,
  async () => {
    const { folders, workspace } = panel;
    await writeFile(path.join(folders.home, 'notes'), `x ${DECOY} x\n`);
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
      assert.match(decoys, place, 'the search finds the decoys');
    }
    assert.equal(await result('token.txt'), '');
    assert.match(await result('api.txt'), /^HTTP\/1\.1 401 /);
    assert.doesNotMatch(
      await result('env.txt'),
      new RegExp(`\\b${panel.port}\\b`),
      'nor does it know the port',
    );
    assert.doesNotMatch(await result('env.txt'), /^PI_PANEL_(?!DEMO_|RUN)|^INIT_CWD|^npm_/m);
    assert.equal(panel.output.split(panel.token).length, 2, 'the token is printed once, in the link');
  },
);

test(
  'S-16, S-18: a shell of the user has the token neither in its environment, descriptors and files nor in /proc',
  onLinux,
  async () => {
    const { folders, workspace, token } = panel;
    await writeFile(path.join(folders.home, 'shell-notes'), `x ${DECOY} x\n`);
    const pattern = (text: string): string => `[${text[0]}]${text.slice(1)}`;
    const search = (text: string): string => `bash '${here('search.sh')}' '${pattern(text)}' ~ "$TMPDIR" .`;
    const lines = [
      `${search(DECOY)} > shell-decoy.txt`,
      `${search(token)} > shell-token.txt`,
      'env > shell-env.txt',
      ': > shell-done.txt',
    ];
    await writeFile(path.join(workspace, 'search-shell.sh'), lines.join('\n'));
    const size = { cols: 80, rows: 24 };
    const { id } = (await (await panel.post('shells', { workspace, ...size })).json()) as { id: string };
    const typed = await panel.fetch(`shells/${id}/input`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: '. ./search-shell.sh\r',
    });
    assert.equal(typed.status, 204);
    const result = (name: string): Promise<string> => readFile(path.join(workspace, name), 'utf8');
    await retry(() => result('shell-done.txt'));
    assert.match(await result('shell-decoy.txt'), /^environment$[^]*\/home\/shell-notes$/m);
    assert.equal(await result('shell-token.txt'), '');
    assert.doesNotMatch(await result('shell-env.txt'), /^PI_PANEL_(?!DEMO_|RUN)|^INIT_CWD|^npm_/m);
  },
);

test('S-57: names that look like commands or options are only names', onLinux, async () => {
  assert.equal((await panel.bash(agent, 'pwd')).trim(), panel.workspace);
  const other = path.join(panel.folders.root, '--mode $(touch pwned)');
  await mkdir(other);
  const started = (await (await panel.post('agents', { workspace: other })).json()) as { id: string };
  assert.equal((await panel.bash(started.id, 'pwd')).trim(), other);
  const modelId = '--mode x; touch pwned';
  const { body } = await panel.tryCommand({ type: 'set_model', provider: 'demo', modelId }, agent);
  assert.equal(body.success, false);
  const names = await readdir(panel.folders.root, { recursive: true });
  assert.deepEqual(
    names.filter((name) => path.basename(name) === 'pwned'),
    [],
  );
  assert.equal((await panel.fetch(`agents/${started.id}`, { method: 'DELETE' })).status, 204);
});

test('S-62: the panel itself makes no connection', onLinux, async () => {
  await panel.bash(agent, `"${process.execPath}" -e "fetch('http://telemetry.test/').catch(() => {})" or-so`);
  const log = (await readFile(path.join(panel.folders.root, 'egress.log'), 'utf8'))
    .split('\n')
    .filter(Boolean);
  assert.ok(
    log.some((line) => line.endsWith(' telemetry.test')),
    'connections are logged',
  );
  assert.ok(
    log.some((line) => /recording|pi|cli/.test(line) && line.endsWith(' 127.0.0.1')),
    'pi connects to its model',
  );
  assert.deepEqual(
    log.filter((line) => /server\/main\.ts /.test(line)),
    [],
  );
});

test(
  'S-15, S-22, S-25: an old link opens a restarted panel on the same port until links are forgotten, and nothing on disk does',
  onLinux,
  async () => {
    const { token, port } = panel;
    const page = await panel.raw({ target: '/' });
    assert.match(page.head, /^cache-control: no-store/im);
    await panel.kill();
    assert.deepEqual(
      (await readdir(panel.folders.tmp)).filter((name) => name.startsWith('pi-panel-')),
      [],
      'its temporary files are gone',
    );
    await panel.start();
    assert.equal(panel.port, port);
    assert.notEqual(panel.token, token);
    const statusWith = async (bearer: string, target = '/api/agents', method = 'GET'): Promise<number> =>
      (await panel.raw({ method, target, headers: { Authorization: `Bearer ${bearer}` } })).status;
    assert.equal(await statusWith(token), 200);
    assert.equal(await statusWith(panel.token), 200);
    assert.equal(existsSync(path.join(panel.folders.tmp, 'pi-panel-open')), false);

    const state = path.join(panel.folders.home, '.local', 'state', 'pi-panel', 'links');
    const [file = ''] = await readdir(state);
    const stored = await readFile(path.join(state, file), 'utf8');
    for (const old of [token, panel.token]) assert.ok(!stored.includes(old));
    const digests = (JSON.parse(stored) as { digest: string }[]).map(({ digest }) => digest);
    assert.equal(digests.length, 2);
    const forms = digests.flatMap((hex) => [hex, Buffer.from(hex, 'hex').toString('base64url')]);
    for (const form of [...forms, stored.trim()]) assert.equal(await statusWith(form), 401);

    const stream = await panel.fetch(`events?agents=${await panel.firstAgent()}`);
    const renewed = await panel.post('links');
    assert.equal(renewed.status, 201);
    const { token: newest } = (await renewed.json()) as { token: string };
    await assert.rejects(stream.text(), 'the pages of ended links are cut off');
    const ended = [token, panel.token];
    // From the hundredth wrong token of a minute on they are refused as guesses.
    for (const { method, path: target } of apiRoutes(agent))
      for (const old of ended)
        assert.ok([401, 429].includes(await statusWith(old, target, method)), `${method} ${target}`);
    assert.equal(await statusWith(newest), 200);
    await panel.kill();
    await panel.start();
    for (const old of ended) assert.equal(await statusWith(old), 401);
    assert.equal(await statusWith(newest), 200, 'also after a restart');
    await panel.kill();

    const elsewhere = new SiegePanel(panel.folders);
    await elsewhere.start();
    const headers = { Authorization: `Bearer ${newest}` };
    assert.equal((await elsewhere.raw({ target: '/api/agents', headers })).status, 401, 'on another port');
    await elsewhere.kill();
    const other = new SiegePanel({ ...panel.folders, workspace: panel.folders.tmp });
    other.url = panel.url;
    await other.start();
    assert.equal((await other.raw({ target: '/api/agents', headers })).status, 401, 'in another workspace');
    await other.kill();
    const forgetful = new SiegePanel(panel.folders, { args: ['--forget-tokens'] });
    forgetful.url = panel.url;
    await forgetful.start();
    assert.equal(
      (await forgetful.raw({ target: '/api/agents', headers })).status,
      401,
      'with --forget-tokens',
    );
    await forgetful.kill();
    await panel.start();
    assert.equal(await statusWith(newest), 401, 'for good');
  },
);
