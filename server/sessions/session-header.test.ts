import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { isSession, readSessionHeader } from './session-header.ts';
import { sessionText, writeFileIn } from './session-fixture.ts';

let folder: string;
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'header-'))));
after(() => rm(folder, { recursive: true }));

test('a file that begins with a session header is a session, whatever follows', async () => {
  const file = await writeFileIn(folder, 'a', `${sessionText({ id: 'mine' })}garbage`);
  assert.equal(await isSession(file), true);
  assert.equal((await readSessionHeader(file))?.id, 'mine');
});

test('a header of half a megabyte is found, and so is one without a line break', async () => {
  const cwd = `/${'x'.repeat(500_000)}`;
  assert.equal(await isSession(await writeFileIn(folder, 'b', sessionText({ cwd, messages: ['hi'] }))), true);
  assert.equal(await isSession(await writeFileIn(folder, 'c', sessionText().trimEnd())), true);
});

test('a missing file, a folder, an empty file, other text, and half a header are not sessions', async () => {
  const texts = [
    '',
    'hello\n',
    '{"type":"message"}\n',
    '{"type":"session","id":"x',
    `{"a":1}\n${sessionText()}`,
  ];
  for (const text of texts) assert.equal(await isSession(await writeFileIn(folder, 'd', text)), false, text);
  assert.equal(await isSession(path.join(folder, 'nothing')), false);
  assert.equal(await isSession(folder), false);
});
