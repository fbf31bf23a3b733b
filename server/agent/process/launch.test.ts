import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, startError, type LaunchOptions } from './launch.ts';

let dir = '';
before(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pi-panel-launch-'));
  await writeFile(join(dir, 'notes.txt'), 'text');
  await writeFile(join(dir, 'lost'), '#!/no/such/interpreter');
  await chmod(join(dir, 'lost'), 0o755);
});
after(() => rm(dir, { recursive: true }));

/** Why the program could not be started, for the user. */
async function problemOf(options: Partial<LaunchOptions>): Promise<string> {
  const all = { argv: [process.execPath], cwd: dir, env: {}, ...options };
  const child = launch(all, 'run');
  if (child instanceof Error) return child.message;
  const [error] = (await once(child, 'error')) as [Error];
  return startError(all, error).message;
}

test('a folder that is missing, or a file, is named as the reason', async () => {
  assert.equal(
    await problemOf({ cwd: join(dir, 'gone') }),
    `The agent cannot be started in ${dir}/gone: the folder does not exist.`,
  );
  assert.match(await problemOf({ cwd: join(dir, 'notes.txt') }), /notes\.txt: this is not a folder\.$/);
});

test('a program that is missing, or not executable, is named as the reason', async () => {
  assert.match(await problemOf({ argv: ['/no/such/pi'] }), /the program \/no\/such\/pi, or the interpreter/);
  assert.match(await problemOf({ argv: [join(dir, 'lost')] }), /lost, or the interpreter in its first line/);
  assert.match(await problemOf({ argv: [join(dir, 'notes.txt')] }), /notes\.txt is not executable\.$/);
});

test('the message begins with what the user started', async () => {
  assert.match(
    await problemOf({ argv: ['/no/such/pi'], subject: '“pi install x”' }),
    /^“pi install x” cannot be/,
  );
});
