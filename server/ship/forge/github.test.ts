// The real gh, where it is installed, against a local host: it takes `github.localhost` for one without encryption, and
// reaches it through a proxy.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { github } from './github.ts';

const skip = spawnSync('gh', ['--version']).status === 0 ? false : 'gh is not installed';

interface Asked {
  method: string;
  path: string;
  body: string;
}

interface Answer {
  status?: number;
  json?: unknown;
  text?: string;
  location?: string;
}

/** Resolves to what the host was asked for. */
async function startHost(t: TestContext, answer: (asked: Asked) => Answer): Promise<Asked[]> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { pathname, search } = new URL(request.url ?? '', 'http://x');
      const one = {
        method: request.method ?? '',
        path: pathname + search,
        body: Buffer.concat(chunks).toString(),
      };
      asked.push(one);
      const { json, text, location, status = location ? 302 : 200 } = answer(one);
      const type = json === undefined ? 'text/plain' : 'application/json';
      response.writeHead(status, { 'content-type': type, ...(location && { location }) });
      response.end(json === undefined ? text : JSON.stringify(json));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const before = { ...process.env };
  Object.assign(process.env, {
    HTTP_PROXY: proxy,
    http_proxy: proxy,
    GH_TOKEN: 'x',
    GH_ENTERPRISE_TOKEN: 'x',
  });
  t.after(() => {
    server.close();
    process.env = before;
  });
  return asked;
}

const place = { host: 'github.localhost', path: 'o/r' };
const PULL = {
  ...{ number: 7, title: 'T', html_url: 'http://github.localhost/o/r/pull/7', state: 'open', draft: true },
  ...{ body: null, user: { login: 'mona' }, head: { ref: 'w', sha: 'abc' }, base: { ref: 'main' } },
};

test(
  'the real gh asks the host for what it is told, follows the address of a log, and sends a long text',
  { skip },
  async (t) => {
    const asked = await startHost(t, ({ method, path }) => {
      if (method === 'POST') return { status: 201, json: PULL };
      if (path.endsWith('/logs')) return { location: 'http://files.github.localhost/log' };
      return path === '/log' ? { text: 'not ok\n' } : { json: [PULL] };
    });
    const forge = github(place);
    assert.deepEqual(
      (await forge.list()).map(({ number, branch, isDraft }) => [number, branch, isDraft]),
      [[7, 'w', true]],
    );
    assert.equal((await forge.log('5', 100)).text, 'not ok\n');
    const body = 'ä'.repeat(200_000);
    const from = { ...place, path: 'me/r' };
    const { url } = await forge.create({ title: 'T', body, base: 'main', isDraft: true, branch: 'w', from });
    assert.equal(url, PULL.html_url);
    assert.deepEqual(JSON.parse(asked.at(-1)!.body), {
      title: 'T',
      body,
      base: 'main',
      head: 'me:w',
      draft: true,
    });
    assert.deepEqual(
      asked.map(({ method, path }) => `${method} ${path}`),
      [
        'GET /repos/o/r/pulls?state=open&per_page=100',
        'GET /repos/o/r/actions/jobs/5/logs',
        'GET /log',
        'POST /repos/o/r/pulls',
      ],
    );
  },
);

test(
  'the words of a host that refuses arrive, and a missing login is told from them',
  { skip },
  async (t) => {
    await startHost(t, () => ({
      status: 422,
      json: { message: 'Validation Failed', errors: [{ message: 'A pull request already exists for o:w.' }] },
    }));
    const wanted = { title: 'T', body: '', base: 'main', branch: 'w', from: place };
    await assert.rejects(github(place).create(wanted), {
      code: 'forge_failed',
      message: /already exists for o:w/,
    });
    Object.assign(process.env, { GH_TOKEN: '', GH_ENTERPRISE_TOKEN: '', GH_CONFIG_DIR: '/nowhere' });
    await assert.rejects(github(place).list(), { code: 'signed_out' });
  },
);
