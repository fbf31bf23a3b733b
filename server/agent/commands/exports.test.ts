import assert from 'node:assert/strict';
import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test } from 'node:test';
import type { Answer, PiCommand } from '../../../shared/pi/commands.ts';
import { Exports, type Export } from './exports.ts';

/** Larger than what is read at once. */
const PAGE = `<!DOCTYPE html>\n<html><head><title>x</title></head><body>${'text '.repeat(50_000)}</body></html>`;

const exists = ({ file }: Export): Promise<boolean> =>
  access(dirname(file)).then(
    () => true,
    () => false,
  );

/** The folder is removed a moment after the last byte. */
async function untilRemoved(place: Export): Promise<void> {
  while (await exists(place)) await new Promise((resolve) => setImmediate(resolve));
}

async function writeExport(exports: Exports, text: string): Promise<Export> {
  const created = await exports.create('session.html');
  await writeFile(created.file, text);
  return created;
}

test('an export can be downloaded once, and leaves no folder', async () => {
  const exports = new Exports();
  const created = await writeExport(exports, '<html>');
  const download = exports.openDownload(created.id);
  assert.equal(download?.name, 'session.html');
  assert.equal(await new Response(download?.bytes).text(), '<html>');
  assert.equal(exports.openDownload(created.id), undefined);
  await untilRemoved(created);
});

test('a canceled download leaves no folder', async () => {
  const exports = new Exports();
  const created = await writeExport(exports, 'x'.repeat(1024 * 1024));
  const reader = exports.openDownload(created.id)!.bytes.getReader();
  await reader.read();
  await reader.cancel();
  await untilRemoved(created);
});

test('newer exports replace the oldest, and closing removes the rest', async () => {
  const exports = new Exports();
  const created = [];
  for (let n = 0; n < 5; n++) created.push(await writeExport(exports, String(n)));
  assert.deepEqual(await Promise.all(created.map(exists)), [false, true, true, true, true]);
  await exports.close();
  assert.deepEqual(await Promise.all(created.map(exists)), [false, false, false, false, false]);
});

test('a name cannot lead out of the folder', async () => {
  const exports = new Exports();
  const { id, file } = await exports.create('../../escape.html');
  assert.equal(dirname(file).endsWith(id), true);
  await exports.close();
});

test('a session is exported with a policy that forbids all requests, into a temporary file, which is removed if pi refuses', async () => {
  const exports = new Exports();
  const files: string[] = [];
  const answers: Answer[] = [{ success: true }, { success: false, error: 'Nothing to export.' }];
  const request = async (command: PiCommand): Promise<Answer> => {
    assert.ok(command.type === 'export_html');
    files.push(command.outputPath!);
    const answer = answers.shift()!;
    if (answer.success) await writeFile(command.outputPath!, PAGE);
    return answer;
  };
  const exported = await exports.exportHtml({ session: '2026_a.jsonl', pi: { request } });
  assert.ok(exported.success);
  assert.equal((exported.data as { path: string }).path, 'pi-session-2026_a.html');
  const { download } = exported.data as { download: string };
  const page = await new Response(exports.openDownload(download)!.bytes).text();
  assert.match(
    page,
    /^<!DOCTYPE html>\n<html><head><meta http-equiv="Content-Security-Policy" content="default-src 'none';/,
  );
  assert.ok(page.endsWith(PAGE.slice(PAGE.indexOf('<title>'))));
  assert.deepEqual(await exports.exportHtml({ session: undefined, pi: { request } }), {
    success: false,
    error: 'Nothing to export.',
  });
  for (const file of files) await untilRemoved({ id: '', file });
});

test('a page that cannot get its policy is not offered', async () => {
  const exports = new Exports();
  const files: string[] = [];
  const request = async (command: PiCommand): Promise<Answer> => {
    assert.ok(command.type === 'export_html');
    files.push(command.outputPath!);
    await writeFile(command.outputPath!, `<html>${'x'.repeat(200_000)}`);
    return { success: true };
  };
  await assert.rejects(exports.exportHtml({ session: 'a', pi: { request } }), /without a head/);
  await untilRemoved({ id: '', file: files[0]! });
});
