import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { Refusal } from '../../shared/refusal.ts';
import { collect, digest, printedBy, runTool } from './fixtures/pi-bash.ts';
import { Outputs } from './outputs.ts';
import { serveOutput } from './serve.ts';

/** Serves the route on a real port. */
async function open(t: TestContext): Promise<{ outputs: Outputs; url: string }> {
  const outputs = new Outputs({ onGrowth: () => {} });
  const app = new Hono();
  app.get('/:call', (c) =>
    serveOutput(outputs, c.req.param('call'), {
      query: c.req.query(),
      signal: c.req.raw.signal,
      asEvents: c.req.header('Accept') === 'text/event-stream',
    }),
  );
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error;
    return c.json(
      { error: { code: error.code, message: error.message } },
      error.status as ContentfulStatusCode,
    );
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  t.after(async () => {
    await outputs.close();
    server.closeAllConnections();
    server.close();
  });
  return { outputs, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function refusal(url: string): Promise<{ status: number; code: string; message: string }> {
  const response = await fetch(url);
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return { status: response.status, ...error };
}

test('a finished run is sent as a whole or from any byte, with its length', async (t) => {
  const { outputs, url } = await open(t);
  await runTool(outputs, 'run', 'seq 1 300000');
  const expected = await printedBy('seq 1 300000');
  const whole = await fetch(`${url}/run`);
  assert.equal(whole.status, 200);
  assert.equal(whole.headers.get('content-type'), 'application/octet-stream');
  assert.equal(whole.headers.get('x-output-bytes'), String(expected.length));
  assert.equal(digest(Buffer.from(await whole.arrayBuffer())), digest(expected));
  const rest = await fetch(`${url}/run?from=1234567&follow=1`);
  assert.equal(digest(Buffer.from(await rest.arrayBuffer())), digest(expected.subarray(1234567)));
  const past = await fetch(`${url}/run?from=99999999`);
  assert.equal((await past.arrayBuffer()).byteLength, 0);
});

test('the output of an active run is sent up to its current end, or with follow to its final end', async (t) => {
  const { outputs, url } = await open(t);
  outputs.start('run');
  const followed = await fetch(`${url}/run?follow=1`);
  assert.equal(followed.headers.get('x-output-bytes'), '0');
  outputs.append('run', 'first\n');
  const reader = followed.body?.getReader();
  assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'first\n');
  const now = await fetch(`${url}/run`);
  assert.equal(await now.text(), 'first\n');
  outputs.append('run', 'second\n');
  outputs.end('run', { output: 'first\nsecond\n', cancelled: false, truncated: false });
  assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'second\n');
  assert.equal((await reader?.read())?.done, true);
});

test('an invalid query is refused with the name of the field', async (t) => {
  const { outputs, url } = await open(t);
  outputs.start('run');
  for (const from of ['-1', '1.5', 'x', '', '1e3', '99999999999999999999']) {
    const { status, message } = await refusal(`${url}/run?from=${from}`);
    assert.equal(status, 400, from);
    assert.match(message, /^from: /);
  }
  assert.match((await refusal(`${url}/run?follow=yes`)).message, /^follow: /);
  assert.deepEqual(await refusal(`${url}/nothing`), {
    status: 404,
    code: 'unknown_call',
    message: 'There is no tool run "nothing".',
  });
});

test('a reader that stops reading costs no memory, and one that leaves ends its request', async (t) => {
  const { outputs, url } = await open(t);
  outputs.start('run');
  let pulled = 0;
  const read = outputs.read.bind(outputs);
  let isOver = false;
  outputs.read = async function* (...args: Parameters<Outputs['read']>) {
    try {
      for await (const chunk of read(...args)) {
        pulled += chunk.length;
        yield chunk;
      }
    } finally {
      isOver = true;
    }
  };
  const leaving = new AbortController();
  const asleep = await fetch(`${url}/run?follow=1`, { signal: leaving.signal });
  await runTool(outputs, 'run', 'yes | head -c 60000000');
  await collect(read('run', { follow: true }));
  // As much as the sockets of both ends can hold.
  assert.ok(pulled < 20_000_000, `${pulled} bytes were read ahead`);
  leaving.abort();
  await assert.rejects(asleep.arrayBuffer());
  await t.waitFor(() => assert.ok(isOver));
});

test('as server-sent events the same bytes are base64, each event as soon as there is output', async (t) => {
  const { outputs, url } = await open(t);
  await runTool(outputs, 'run', 'seq 1 400000; printf "\\xff\\x00 end"');
  const expected = Buffer.from(await (await fetch(`${url}/run`)).arrayBuffer());
  const response = await fetch(`${url}/run?from=5&follow=1`, { headers: { Accept: 'text/event-stream' } });
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.equal(response.headers.get('x-accel-buffering'), 'no');
  const events = (await response.text()).split('\n\n');
  assert.equal(events.pop(), '');
  assert.ok(events.length > 1);
  const parts = events.map((event) => /^data: ([A-Za-z0-9+/=]+)$/.exec(event)?.[1] ?? 'not an event');
  assert.deepEqual(Buffer.concat(parts.map((part) => Buffer.from(part, 'base64'))), expected.subarray(5));
});
