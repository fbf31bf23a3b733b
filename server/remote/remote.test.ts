// `pi-panel docker` as a user runs it, with a real panel behind it. The container engine is a program that runs the
// command on this machine, with another home folder. For `pi-panel ssh`, see e2e/browser/remote.spec.ts.
import assert from 'node:assert/strict';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { afterTest } from '../lib/fixtures/after-test.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

/** A folder that is the home of both sides, with `pi-panel` in its PATH unless it is left out. */
function makeHome(t: TestContext, { withPanel = true } = {}): { home: string; env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(path.join(tmpdir(), 'pi-panel-far-'));
  afterTest(t, () => rmSync(home, { recursive: true, force: true }));
  mkdirSync(path.join(home, 'bin'));
  mkdirSync(path.join(home, 'project'));
  const node = path.dirname(process.execPath);
  if (withPanel)
    writeProgram(path.join(home, 'bin', 'pi-panel'), `exec '${process.execPath}' '${MAIN}' "$@"`);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: home,
    SHELL: '/bin/sh',
    PATH: `${home}/bin:${node}:/usr/bin:/bin`,
  };
  for (const name of ['XDG_STATE_HOME', 'XDG_DATA_HOME', 'INIT_CWD', 'DISPLAY', 'WAYLAND_DISPLAY'])
    delete env[name];
  return { home, env };
}

function writeProgram(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

interface Near {
  process: ChildProcess;
  /** Everything it printed to either stream so far. */
  printed: () => string;
  /** Resolves with the first match in its output; throws when it ends without one. */
  match: (pattern: RegExp) => Promise<string>;
}

function start(t: TestContext, args: string[], env: NodeJS.ProcessEnv): Near {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  afterTest(t, async () => {
    child.kill();
    await closed;
  });
  let text = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      text += `${line}\n`;
      for (const look of waiting) look();
    });
  const closed = once(child, 'close');
  void closed.then(() => waiting.forEach((look) => look()));
  const match = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = pattern.exec(text);
        if (found) resolve(found[1] ?? found[0]);
        else if (child.exitCode !== null || child.signalCode !== null)
          reject(new Error(`no ${pattern} in: ${text}`));
        else return void waiting.add(look);
        waiting.delete(look);
      };
      look();
    });
  return { process: child, printed: () => text, match };
}

/** The panels in the background outlive their connection, so the test ends them. */
function endPanels(t: TestContext, home: string): void {
  afterTest(t, () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      if (environmentOf(pid).includes(`HOME=${home}\0`) && Number(pid) !== process.pid)
        try {
          process.kill(Number(pid), 'SIGKILL');
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
        }
    }
  });
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8');
  } catch {
    // It has ended, or belongs to another user.
    return '';
  }
}

async function idle(url: string): Promise<{ status: number; body: string }> {
  const { origin, hash } = new URL(url);
  const headers = hash ? { authorization: `Bearer ${hash.slice('#t='.length)}` } : undefined;
  const response = await fetch(`${origin}/api/idle`, { ...(headers && { headers }) });
  return { status: response.status, body: await response.text() };
}

const onLinux = { skip: process.platform === 'linux' ? false : 'it reads /proc' };

test(
  'a panel in a container is started there, opens here only with its token, and outlives the connection',
  onLinux,
  async (t) => {
    const { home, env } = makeHome(t);
    endPanels(t, home);
    // `docker exec -i NAME COMMAND...`; a login may print anything before, and ask for colors.
    writeProgram(
      path.join(home, 'bin', 'docker'),
      'shift 3; [ "$1" = sh ] && echo "Welcome {to} web"; FORCE_COLOR=3 exec "$@"',
    );
    const args = ['docker', 'web:project', '--demo', '--no-open', '--port', '0'];
    const first = start(t, args, env);
    const url = await first.match(/pi-panel ready: (\S+)/);
    assert.match((await idle(url)).body, /"busy":/);
    assert.equal((await idle(new URL(url).origin)).status, 401, 'other users of this machine have no token');
    const page = await fetch(new URL(url).origin);
    assert.match(await page.text(), /<!doctype html>/i);

    first.process.kill('SIGINT');
    await once(first.process, 'close');
    const second = start(t, args, env);
    const again = await second.match(/pi-panel ready: (\S+)/);
    assert.equal(new URL(again).hash, new URL(url).hash, 'the same panel');
    assert.equal((await idle(again)).status, 200);
  },
);

test('a program that is not installed here is named, as is where it was sought', onLinux, async (t) => {
  const { env } = makeHome(t);
  for (const kind of ['ssh', 'docker', 'podman', 'kubectl']) {
    const near = start(t, [kind, 'place', '--no-open'], { ...env, PATH: '/nowhere' });
    await near.match(new RegExp(`^pi-panel: ${kind} was not found in PATH\\.$`, 'm'));
  }
});

test(
  'a folder that is missing there, and a side without Node or the panel, are explained',
  onLinux,
  async (t) => {
    const { home, env } = makeHome(t);
    writeProgram(path.join(home, 'bin', 'docker'), 'shift 3; exec "$@"');
    const wrong = start(t, ['docker', 'web:nowhere', '--no-open', '--port', '0'], env);
    await wrong.match(/web: The panel did not start: .*there is no folder .*nowhere/);

    const bare = makeHome(t, { withPanel: false });
    writeProgram(path.join(bare.home, 'bin', 'docker'), 'shift 3; exec "$@"');
    const missing = start(t, ['docker', 'web', '--no-open'], bare.env);
    await missing.match(
      /web has no pi-panel\. Install pi-panel \S+ there, or let this command do it with --install\./,
    );

    const tools = ['sh', 'tail', 'printf']
      .map((name) => `ln -s "$(command -v ${name})" bare/${name}`)
      .join('; ');
    execFileSync('sh', ['-c', `mkdir bare; ${tools}`], { cwd: bare.home });
    writeProgram(
      path.join(bare.home, 'bin', 'docker'),
      `shift 3; PATH='${bare.home}/bare' SHELL=/bin/false exec "$@"`,
    );
    const old = start(t, ['docker', 'web', '--no-open'], bare.env);
    await old.match(/web has no Node\. pi-panel needs Node 20 or newer/);
  },
);
