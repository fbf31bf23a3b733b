import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { LISTED_APIS, type ListedApi } from '../../../shared/setup.ts';
import { listModelsOf } from './listed-models.ts';

interface Asked {
  url: string;
  headers: IncomingMessage['headers'];
}

/** A server that gives one answer, and keeps what it was asked. */
async function serve(
  t: TestContext,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ url: request.url ?? '', headers: request.headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('each API has its own address for the list and its own header for the key', async (t) => {
  const { baseUrl, asked } = await serve(t, (_request, response) => response.end('{"data":[{"id":"a"}]}'));
  const cases: Record<ListedApi, [url: string, header: string, value: string]> = {
    'openai-completions': ['/v1/models', 'authorization', 'Bearer k'],
    'openai-responses': ['/v1/models', 'authorization', 'Bearer k'],
    'anthropic-messages': ['/v1/v1/models?limit=1000', 'x-api-key', 'k'],
    'google-generative-ai': ['/v1/models?pageSize=1000', 'x-goog-api-key', 'k'],
  };
  for (const api of LISTED_APIS)
    for (const end of ['', '/']) {
      const [url, header, value] = cases[api];
      assert.deepEqual(await listModelsOf({ baseUrl: `${baseUrl}/v1${end}`, api, key: 'k' }), {
        models: ['a'],
      });
      const last = asked.at(-1)!;
      assert.deepEqual([last.url, last.headers[header]], [url, value], api);
    }
});

test('the key comes from the form, or from the variable, and without either none is sent', async (t) => {
  const { baseUrl, asked } = await serve(t, (_request, response) => response.end('[]'));
  const request = { baseUrl, api: 'openai-completions' } as const;
  await listModelsOf({ ...request, variable: 'MY_KEY' }, { MY_KEY: 'from the variable' });
  await listModelsOf({ ...request, key: 'from the form', variable: 'MY_KEY' }, { MY_KEY: 'other' });
  await listModelsOf({ ...request, variable: 'MY_KEY' }, {});
  assert.deepEqual(
    asked.map(({ headers }) => headers.authorization),
    ['Bearer from the variable', 'Bearer from the form', undefined],
  );
});

test('every form of a list that servers send gives its ids once each, in their order', async (t) => {
  let body: unknown;
  const { baseUrl } = await serve(t, (_request, response) => response.end(JSON.stringify(body)));
  const id = fc.stringMatching(/^[\w.:-]{1,20}$/);
  const forms = [
    (ids: string[]) => ({ object: 'list', data: ids.map((one) => ({ id: one, object: 'model' })) }),
    (ids: string[]) => ids.map((one) => ({ id: one })),
    (ids: string[]) => ids,
    (ids: string[]) => ({ models: ids.map((one) => ({ name: `models/${one}` })) }),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(id), fc.constantFrom(...forms), async (ids, form) => {
      body = form(ids);
      const listed = await listModelsOf({ baseUrl, api: 'openai-completions' });
      assert.deepEqual(listed, { models: [...new Set(ids)] });
    }),
    { numRuns: 40 },
  );
});

test('models that cannot write text are left out where the server says so', async (t) => {
  const models = [
    { name: 'models/writes', supportedGenerationMethods: ['generateContent', 'countTokens'] },
    { name: 'models/embeds', supportedGenerationMethods: ['embedContent'] },
  ];
  const { baseUrl } = await serve(t, (_request, response) => response.end(JSON.stringify({ models })));
  assert.deepEqual(await listModelsOf({ baseUrl, api: 'google-generative-ai' }), { models: ['writes'] });
});

test('an answer that is not a list is explained, with the status of the server first', async (t) => {
  const answers: [status: number, body: string, error: RegExp][] = [
    [401, '{"error":"bad key"}', /^401 \{"error":"bad key"\}$/],
    [500, '', /^500$/],
    [200, '<html>', /^The answer is not JSON\.$/],
    [200, '{"object":"list"}', /^The answer has no list of models\.$/],
    [200, 'null', /^The answer has no list of models\.$/],
    [200, ' '.repeat(9 * 1024 * 1024), /^The answer is too long/],
  ];
  for (const [status, body, error] of answers) {
    const { baseUrl } = await serve(t, (_request, response) => response.writeHead(status).end(body));
    const listed = await listModelsOf({ baseUrl, api: 'openai-completions' });
    assert.match('error' in listed ? listed.error : 'none', error);
  }
  const nobody = await listModelsOf({ baseUrl: 'http://127.0.0.1:1', api: 'openai-completions' });
  assert.match('error' in nobody ? nobody.error : 'none', /ECONNREFUSED|fetch failed/);
});

test('a server that redirects does not get the key sent elsewhere', async (t) => {
  const other = await serve(t, (_request, response) => response.end('[]'));
  const { baseUrl } = await serve(t, (_request, response) =>
    response.writeHead(302, { location: `${other.baseUrl}/models` }).end(),
  );
  for (const api of LISTED_APIS) {
    const listed = await listModelsOf({ baseUrl, api, key: 'secret' });
    assert.ok('error' in listed);
  }
  assert.deepEqual(other.asked, []);
});

test('a reason never contains the key', async (t) => {
  const { baseUrl } = await serve(t, ({ headers }, response) =>
    response.writeHead(403).end(`no rights for ${String(headers.authorization)}`),
  );
  for (const key of ['sk-secret', 'sk-secret\nx']) {
    const listed = await listModelsOf({ baseUrl, api: 'openai-completions', key });
    assert.ok('error' in listed && !listed.error.includes('sk-secret'), JSON.stringify(listed));
  }
});
