// A test that starts a program which a bare system lacks is skipped there, and says so.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FILES = globSync('{server,shared,web,scripts,e2e}/**/*.test.ts', { cwd: ROOT });
/** A minimal Debian has a shell, tar and mkfifo, but none of these. */
const PROGRAMS = ['git', 'ps', 'rg', 'zstd', 'openssl', 'systemd-analyze', 'tmux', 'python3', 'sshd'];
const STARTS = new RegExp(
  `\\b(?:execFile|execFileSync|promisify\\(execFile\\)|spawn|spawnSync|run)\\(\\s*'(${PROGRAMS.join('|')})'`,
  'g',
);
const GUARDS: Record<string, RegExp> = {
  git: /WITHOUT_GIT|git is not installed/,
  rg: /ripgrep is not installed/,
};

test('a test file that starts a program says what happens where that is not installed', () => {
  const silent = FILES.flatMap((file) => {
    const text = readFileSync(`${ROOT}${file}`, 'utf8');
    const programs = new Set([...text.matchAll(STARTS)].map(([, program]) => program!));
    return [...programs]
      .filter((program) => !(GUARDS[program] ?? new RegExp(`${program} is not installed`)).test(text))
      .map((program) => `${file}: ${program}`);
  });
  assert.deepEqual(silent, []);
});
