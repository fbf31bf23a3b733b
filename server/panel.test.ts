import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** A panel that is expected to end by itself. */
async function runPanel(...args: string[]): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN, ...args], {
    cwd: tmpdir(),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 30_000,
  });
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, stdout, stderr };
}

test('a workspace that is missing or not a folder ends the start with one line', async () => {
  const missing = path.join(tmpdir(), 'pi-panel-no-such-folder');
  const cases = [
    [missing, `pi-panel cannot start: --workspace: there is no folder ${missing}.\n`],
    [MAIN, `pi-panel cannot start: --workspace: ${MAIN} is not a folder.\n`],
  ] as const;
  for (const [workspace, stderr] of cases) {
    const refused = await runPanel('--no-open', '--port', '0', '--workspace', workspace);
    assert.deepEqual(refused, { code: 1, stdout: '', stderr });
  }
});
