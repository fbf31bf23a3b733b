import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import { readText } from './request.ts';

/** The status of the error, or the error itself if it is not a refusal. */
async function outcomeOf(body: Uint8Array<ArrayBuffer> | ReadableStream): Promise<unknown> {
  const app = new Hono();
  app.put('/', async (c) => c.text(await readText(c)));
  const thrown = Promise.withResolvers<unknown>();
  app.onError((error, c) => {
    thrown.resolve('status' in error ? error.status : error.message);
    return c.text('');
  });
  await app.request('/', { method: 'PUT', body, duplex: 'half' });
  return thrown.promise;
}

test('a text body that is not UTF-8 is refused, and one that cannot be read fails with the cause', async () => {
  assert.equal(await outcomeOf(new Uint8Array([0xff])), 400);
  const cut = new ReadableStream({
    pull: (controller) => controller.error(new Error('The body is too large.')),
  });
  assert.equal(await outcomeOf(cut), 'The body is too large.');
});
