// The page of `pi-panel ssh`: the panel runs behind a real sshd, and the connection to it is cut and made again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { test as base } from '@playwright/test';
import { startModel, type DemoModel } from '../../server/demo/model.ts';
import { isolatedEnvironment, makeFolders } from '../panel/folders.ts';
import { gate } from '../panel/scripted.ts';
import { startSshd, whyNoSshd, type Sshd } from '../panel/sshd.ts';
import { answers, expectDisconnected, expectIdle, expectLive, openTerminal, send, terminal } from './page.ts';
import { expect } from './panel.ts';

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

interface Remote {
  sshd: Sshd;
  /** The link that `pi-panel ssh` printed. */
  url: string;
  /** Resolves once it has printed this since the last call. */
  prints: (text: string) => Promise<void>;
}

const test = base.extend<{ model: DemoModel; remote: Remote }>({
  // eslint-disable-next-line no-empty-pattern
  model: async ({}, use) => {
    const model = await startModel({ pace: 1 });
    await use(model);
    await model.close();
  },
  remote: async ({ model }, use, info) => {
    const folders = await makeFolders({ files: { 'README.md': '# A project\n' }, settings: {} });
    const { root, home, workspace } = folders;
    const bin = path.join(root, 'bin');
    await mkdir(bin);
    const program = async (name: string, command: string): Promise<void> => {
      await writeFile(path.join(bin, name), `#!/bin/sh\nexec ${command} "$@"\n`);
      await chmod(path.join(bin, name), 0o755);
    };
    await program('pi-panel', `'${process.execPath}' '${MAIN}'`);
    const PATH = `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`;
    const env = isolatedEnvironment(folders);
    const sshd = await startSshd(home, {
      ...Object.fromEntries(
        Object.entries(env).filter(([name]) => /^(PI_|NODE_COMPILE|TMPDIR|no_proxy)/.test(name)),
      ),
      PI_PANEL_DEMO_URL: model.url,
      SHELL: '/bin/sh',
      PATH,
    });
    await program('ssh', `/usr/bin/ssh -F '${sshd.config}'`);
    const near = spawn(
      process.execPath,
      [MAIN, 'ssh', `far:${workspace}`, '--demo', '--no-open', '--port', '0'],
      {
        env: { ...env, PATH },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const exited = once(near, 'exit');
    const output = watchOutput([near.stdout, near.stderr]);
    const ready = await output.find(/pi-panel ready: (\S+)/);
    await use({ sshd, url: ready[1]!, prints: async (text) => void (await output.find(new RegExp(text))) });
    if (info.status !== info.expectedStatus) await info.attach('output', { body: output.text() });
    near.kill();
    await exited;
    await sshd.close();
    await rm(root, { recursive: true, force: true, maxRetries: 3 });
  },
});

test.skip(whyNoSshd !== false, whyNoSshd || '');

test('over ssh, an answer and a command survive a cut connection and a reload, on the same address', async ({
  page,
  model,
  remote,
}) => {
  await page.goto(remote.url);
  await expectLive(page);
  const held = gate();
  model.queue([
    { steps: [{ text: 'One half, ' }, { until: held.until }, { text: 'and the other.' }] },
    { steps: [{ tool: 'bash', args: { command: 'for n in 1 2 3; do echo line $n; sleep 1; done' } }] },
    { steps: [{ text: 'All three.' }] },
  ]);
  await send(page, 'Go.');
  await expect(answers(page).last()).toContainText('One half,');
  await remote.sshd.cut();
  await remote.prints('the connection on far was lost');
  await expectDisconnected(page);
  held.open();
  await remote.sshd.start();
  await remote.prints('connected again');
  await expectLive(page);
  await expect(answers(page).last()).toContainText('One half, and the other.');
  await expectIdle(page);
  await openTerminal(page);
  await send(page, 'Run it.');
  await expect(terminal(page)).toContainText('line 1');
  await page.reload();
  await expectLive(page);
  await expect(answers(page).last()).toContainText('All three.');
});

interface Output {
  text: () => string;
  /** Resolves to the first match since the last one that was found. */
  find: (pattern: RegExp) => Promise<RegExpExecArray>;
}

function watchOutput(streams: readonly NodeJS.ReadableStream[]): Output {
  let text = '';
  let from = 0;
  const checks = new Set<() => void>();
  for (const stream of streams)
    createInterface({ input: stream }).on('line', (line) => {
      text += `${line}\n`;
      for (const check of checks) check();
    });
  return {
    text: () => text,
    find: (pattern) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = pattern.exec(text.slice(from));
          if (!found) return;
          from += found.index + found[0].length;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      }),
  };
}
