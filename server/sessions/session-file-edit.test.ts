import assert from 'node:assert/strict';
import fs from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { parseSession } from '../../shared/pi/session-parse.ts';
import { Refusal } from '../../shared/refusal.ts';
import { findSession } from './list.ts';
import { appendName, copySession, importSession } from './session-file-edit.ts';
import { sessionText, writeFileIn } from './session-fixture.ts';

let folder = '';
before(async () => (folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-sessions-'))));
after(() => rm(folder, { recursive: true }));

test('a name is added behind the last entry, also behind a line that was never finished', async () => {
  const file = await writeFileIn(folder, 'a.jsonl', sessionText({ messages: ['Hi', 'Hello'] }));
  await appendName(file, 'Greeting');
  await appendFile(file, '{"type":"message","id":"cut');
  await appendName(file, 'Greeting "again"');
  const names = parseSession(await readFile(file, 'utf8'))!.entries.filter(
    ({ type }) => type === 'session_info',
  );
  assert.deepEqual(
    names.map((entry) => entry.type === 'session_info' && [entry.name, entry.parentId]),
    [
      ['Greeting', 'entry-1'],
      ['Greeting "again"', names[0]!.id],
    ],
  );
});

test('a session of the first format, which has no ids, is not written to', async () => {
  const text = '{"type":"session","id":"old","timestamp":"2025-01-01T00:00:00Z","cwd":"/w"}\n';
  const file = await writeFileIn(folder, 'old.jsonl', text);
  await assert.rejects(appendName(file, 'x'), (error) => error instanceof Refusal && error.status === 409);
  assert.equal(await readFile(file, 'utf8'), text);
});

test('a copy is a session of another folder with the same entries, and says where it comes from', async () => {
  const agentDir = path.join(folder, 'agent');
  const text = sessionText({ id: 'first', cwd: '/gone', messages: ['Hi', 'Hello'] });
  const file = await writeFileIn(folder, 'first.jsonl', text);
  const id = await copySession(file, '/here', { agentDir });
  const copy = await readFile((await findSession(id, { agentDir }))!, 'utf8');
  const { header, entries } = parseSession(copy)!;
  assert.deepEqual([header.cwd, header.parentSession, header.id], ['/here', file, id]);
  assert.deepEqual(entries, parseSession(text)!.entries);
  assert.equal(copy.split('\n').slice(1).join('\n'), text.split('\n').slice(1).join('\n'), 'one header');
  assert.equal(await readFile(file, 'utf8'), text);
});

test('an imported file is a session of the folder with a new id, and one that is not a session is refused', async () => {
  const agentDir = path.join(folder, 'imported');
  const text = sessionText({ id: 'from-elsewhere', cwd: '/elsewhere', messages: ['Hi', 'Hello'] });
  const forked = text.replace('"cwd"', '"parentSession":"/elsewhere/parent.jsonl","cwd"');
  const ids = [
    await importSession(Buffer.from(forked), '/here', { agentDir }),
    await importSession(Buffer.from(forked), '/here', { agentDir }),
  ];
  assert.notEqual(ids[0], ids[1]);
  const { header, entries } = parseSession(
    await readFile((await findSession(ids[0]!, { agentDir }))!, 'utf8'),
  )!;
  assert.deepEqual([header.cwd, header.parentSession, header.version], ['/here', undefined, 3]);
  assert.deepEqual(entries, parseSession(text)!.entries);
  for (const wrong of ['', 'text', '{"type":"message"}\n', '[]'])
    await assert.rejects(
      importSession(Buffer.from(wrong), '/here', { agentDir }),
      (error) => error instanceof Refusal && error.status === 422,
    );
});

test('a copied and an imported session are new ones, for the user alone, with every byte after the header', async () => {
  const text = sessionText({ id: 'first', cwd: '/w', messages: ['Hi', 'Hello'] });
  const file = await writeFileIn(folder, 'again.jsonl', text);
  const sessionDir = path.join(folder, 'moved');
  const place = { agentDir: path.join(folder, 'unused'), sessionDir };
  const ids = [
    await copySession(file, '/w', place),
    await copySession(file, '/w', place),
    await importSession(Buffer.from(text), '/w', place),
  ];
  assert.equal(new Set([...ids, 'first']).size, 4);
  const names = await readdir(sessionDir);
  assert.deepEqual(
    ids.map((id) => names.filter((name) => name.endsWith(`_${id}.jsonl`)).length),
    [1, 1, 1],
  );
  for (const name of names) {
    const made = path.join(sessionDir, name);
    assert.equal((await stat(made)).mode & 0o777, 0o600);
    assert.deepEqual((await readFile(made, 'utf8')).split('\n').slice(1), text.split('\n').slice(1));
  }
});

test('of a session that cannot be copied to its end, no part stays as a session', async (t) => {
  const file = await writeFileIn(folder, 'torn.jsonl', sessionText({ messages: ['Hi', 'Hello'] }));
  const sessionDir = path.join(folder, 'torn');
  const broken = new Error('EIO: i/o error, read');
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from('{"type":"message"');
    await Promise.reject(broken);
  }
  const mock = t.mock.method(fs, 'createReadStream', () => Readable.from(lines()));
  syncBuiltinESMExports();
  try {
    await assert.rejects(copySession(file, '/w', { agentDir: folder, sessionDir }), broken);
  } finally {
    mock.mock.restore();
    syncBuiltinESMExports();
  }
  assert.deepEqual(await readdir(sessionDir), []);
});
