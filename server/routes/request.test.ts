import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Hono } from 'hono';
import * as v from 'valibot';
import { argument, formOf, refuseLists, nothing, readBody, readText } from './request.ts';

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

async function refusalOf(schema: v.GenericSchema, body: unknown): Promise<string> {
  const app = new Hono();
  app.post('/', async (c) => c.json(await readBody(c, schema)));
  app.onError((error, c) => c.text(error.message));
  return (await app.request('/', { method: 'POST', body: JSON.stringify(body) })).text();
}

test('a refusal names the field, and whether it is missing, unknown or of the wrong type', async () => {
  const schema = v.strictObject({ name: v.string() });
  assert.equal(await refusalOf(schema, {}), 'body: name is missing.');
  assert.equal(await refusalOf(schema, { name: '', size: 1 }), 'body: size is not a known field.');
  assert.match(await refusalOf(schema, { name: 1 }), /^body: name is not valid \(.* string /);
  assert.match(await refusalOf(schema, null), /^body is not valid \(/);
});

test('a list is not an object, not even for an object without required fields', async () => {
  assert.equal(await refusalOf(nothing, []), 'body must be an object, not a list.');
  const flags = v.strictObject({ flags: refuseLists(v.record(v.string(), v.string())) });
  assert.equal(await refusalOf(flags, { flags: [] }), 'body: flags must be an object, not a list.');
  assert.equal(await refusalOf(flags, { flags: { a: 'b' } }), '{"flags":{"a":"b"}}');
});

test('if a body can have several forms, a refusal names the field of the intended one', async () => {
  const act = formOf({
    turn: v.strictObject({ turn: v.string() }),
    call: v.strictObject({ call: v.string() }),
  });
  const schema = v.strictObject({ act });
  assert.match(await refusalOf(schema, { act: { turn: 5 } }), /^body: act\.turn is not valid/);
  const two = { act: { call: 'a', turn: 'b' } };
  assert.equal(await refusalOf(schema, two), 'body: act.call is not a known field.');
  for (const none of [{}, [], null, 'turn'])
    assert.equal(await refusalOf(schema, { act: none }), 'body: act needs one of turn, call.');
  assert.equal(await refusalOf(schema, { act: { call: 'a' } }), '{"act":{"call":"a"}}');
});

test('S-57: a string that no system call takes is refused, wherever it is, and the refusal names the field', async () => {
  const schema = v.record(v.string(), v.unknown());
  const cases: [unknown, string][] = [
    [{ place: '/a\0b' }, 'body: place must not contain a NUL character.'],
    [{ files: [{ path: 'a' }, { path: '\0' }] }, 'body: files.1.path must not contain a NUL character.'],
    [{ place: '\ud800' }, 'body: place must not contain half a surrogate pair.'],
    [{ values: { 'a\0': 1 } }, 'body: values must not contain a NUL character.'],
    ['\0', 'body must not contain a NUL character.'],
  ];
  for (const [body, message] of cases) assert.equal(await refusalOf(schema, body), message);
});

test('S-57: an argument of a program does not begin like an option', async () => {
  const schema = v.strictObject({ name: argument(20) });
  for (const name of ['-', '--help', '-o x'])
    assert.match(await refusalOf(schema, { name }), /body: name must not begin with a hyphen/);
  for (const name of ['a\nb', '\x1b[', 'x\x7f'])
    assert.match(await refusalOf(schema, { name }), /body: name must not contain a control character/);
  assert.match(await refusalOf(schema, { name: 'x'.repeat(21) }), /body: name/);
});
