// `bin/pi-panel.mjs` in a clone, called by its path or by a link as `npm link` makes it. `package.test.ts` has the package.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterTest } from '../server/lib/fixtures/after-test.ts';
import { HELP } from '../server/options.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = path.join(ROOT, 'bin', 'pi-panel.mjs');
const QUIETLY = ['--no-open', '--port', '0'];

/** A folder of the user, with a link to the command. */
function makeFolder(t: TestContext): { folder: string; link: string; env: NodeJS.ProcessEnv } {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'pi-panel-command-')));
  afterTest(t, () => rmSync(folder, { recursive: true, force: true }));
  const link = path.join(folder, 'pi-panel');
  symlinkSync(COMMAND, link);
  return {
    folder,
    link,
    env: {
      ...process.env,
      HOME: folder,
      PI_CODING_AGENT_DIR: path.join(folder, 'agent'),
      INIT_CWD: '/nowhere',
    },
  };
}

test('the command runs in a clone from its sources, by its path and by a link', async (t) => {
  const { folder: cwd, link, env } = makeFolder(t);
  for (const script of [COMMAND, link]) {
    const { stdout } = await promisify(execFile)(process.execPath, [script, '-h'], { cwd, env });
    assert.equal(stdout, HELP);
    await assert.rejects(
      promisify(execFile)(process.execPath, [script, '--no-such-option'], { cwd, env }),
      (error: { code: number; stderr: string }) =>
        error.code === 2 && error.stderr.includes("Unknown option '--no-such-option'"),
    );
  }
});

/** Starts a panel and returns its answer about its agents, with what it printed. */
async function startPanel(
  t: TestContext,
  [program, ...args]: [string, ...string[]],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<{ agents: string; printed: string }> {
  // A group, because npm does not pass the signal on to its script.
  const panel = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  afterTest(t, async () => {
    if (panel.exitCode === null) process.kill(-panel.pid!, 'SIGTERM');
    await closed;
  });
  const closed = once(panel, 'close');
  let printed = '';
  const url = await new Promise<URL>((resolve, reject) => {
    for (const stream of [panel.stdout, panel.stderr])
      stream.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
        const ready = /^pi-panel ready: (\S+)$/m.exec(printed)?.[1];
        if (ready && /agents run .*\n/.test(printed)) resolve(new URL(ready));
      });
    void closed.then(() => reject(new Error(printed)));
  });
  const headers = { authorization: `Bearer ${url.hash.slice('#t='.length)}` };
  const answer = await fetch(new URL('api/agents', url), { headers });
  return { agents: await answer.text(), printed };
}

test('in a clone, the command opens the folder that it is called in, with the pi of the clone', async (t) => {
  const { folder: cwd, link, env } = makeFolder(t);
  writeFileSync(path.join(cwd, 'pi'), '#!/bin/sh\necho 1.5.2\n', { mode: 0o755 });
  const PATH = `${cwd}:${process.env.PATH}`;
  const { agents, printed } = await startPanel(t, [process.execPath, link, ...QUIETLY], {
    cwd,
    env: { ...env, PATH },
  });
  assert.ok(agents.includes(JSON.stringify(cwd)), agents);
  assert.match(printed, /agents run pi \S+ of this package/);
});

test('npm --prefix CLONE start opens the folder that it is called in, or the folder that is named', async (t) => {
  const { folder: cwd, env } = makeFolder(t);
  mkdirSync(path.join(cwd, 'project'));
  const start = ['npm', '--prefix', ROOT, 'start', '--'] as const;
  const [here, named] = await Promise.all([
    startPanel(t, [...start, ...QUIETLY], { cwd, env }),
    startPanel(t, [...start, 'project', ...QUIETLY], { cwd, env }),
  ]);
  assert.ok(here.agents.includes(JSON.stringify(cwd)), here.agents);
  assert.ok(named.agents.includes(JSON.stringify(path.join(cwd, 'project'))), named.agents);
});
