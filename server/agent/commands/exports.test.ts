import assert from 'node:assert/strict';
import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { Exports, type Export } from './exports.ts';

const isThere = ({ file }: Export): Promise<boolean> =>
  access(dirname(file)).then(
    () => true,
    () => false,
  );

/** Its folder goes a moment after the last byte. */
async function untilGone(place: Export): Promise<void> {
  while (await isThere(place)) await new Promise((resolve) => setImmediate(resolve));
}

async function written(exports: Exports, text: string): Promise<Export> {
  const place = await exports.place('session.html');
  await writeFile(place.file, text);
  return place;
}

test('an export is downloaded once, and nothing of it is left', async () => {
  const exports = new Exports();
  const place = await written(exports, '<html>');
  const taken = exports.take(place.id);
  assert.equal(taken?.name, 'session.html');
  assert.equal(await new Response(taken?.bytes).text(), '<html>');
  assert.equal(exports.take(place.id), undefined);
  await untilGone(place);
});

test('a download that is broken off leaves nothing either', async () => {
  const exports = new Exports();
  const place = await written(exports, 'x'.repeat(1024 * 1024));
  const reader = exports.take(place.id)!.bytes.getReader();
  await reader.read();
  await reader.cancel();
  await untilGone(place);
});

test('what nobody comes for goes with newer ones, and the rest at the end', async () => {
  const exports = new Exports();
  const places = [];
  for (let n = 0; n < 5; n++) places.push(await written(exports, String(n)));
  assert.deepEqual(await Promise.all(places.map(isThere)), [false, true, true, true, true]);
  await exports.close();
  assert.deepEqual(await Promise.all(places.map(isThere)), [false, false, false, false, false]);
});

test('a name cannot lead out of its folder', async () => {
  const exports = new Exports();
  const { id, file } = await exports.place('../../escape.html');
  assert.equal(dirname(file).endsWith(id), true);
  await exports.close();
});
