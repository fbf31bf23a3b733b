// Loaded into each process that runs a test file under scripts/test-processes.ts. It announces the process, marks what
// the tests start, keeps the colors of the terminal from that, lets a test wait for what keeps no process alive, and
// ends a process that stays although its tests have ended: --test-timeout does not, in Node 24.
import { writeFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

// Test files load the same modules, several hundred of some. With their compiled form at hand they take a fifth less time.
enableCompileCache(fileURLToPath(new URL('../.cache/compile', import.meta.url)));

const { NODE_TEST_CONTEXT, TEST_FILES, TEST_FILE_ENDS_WITHIN } = process.env;
const file = process.argv[1] ?? '';

if (TEST_FILES && NODE_TEST_CONTEXT && isMainThread && /\.test\.m?[jt]s$/.test(file)) {
  const announcement = `${TEST_FILES}/${process.pid}`;
  writeFileSync(announcement, file);
  // Programs inherit it. A file that a test of the runner starts keeps the mark of that test.
  process.env.TEST_FILE_MARK = `${process.env.TEST_FILE_MARK ?? ''}${announcement};`;
  delete process.env.TEST_FILES;
  // Node sets this in a terminal, for the report of the runner. Tests compare what programs print.
  delete process.env.FORCE_COLOR;
  // Node 22 cancels a test that waits only for something that keeps no process alive, such as a thread of a panel.
  /** @type {NodeJS.Timeout | undefined} */
  let alive;
  before(() => {
    alive = setInterval(() => undefined, 60_000);
  });
  after(() => {
    clearInterval(alive);
    setTimeout(() => {
      const open = process.getActiveResourcesInfo().join(', ');
      console.error(`${file} has ended its tests, but not its process. It has left open: ${open}`);
      process.exit(1);
    }, Number(TEST_FILE_ENDS_WITHIN)).unref();
  });
}
