// A local authorization server, and the source of a pi extension that signs in there: by the browser, by a pasted address,
// or by a device code. Its access token is the only one that `accessToken` names.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AuthorizationServer {
  url: string;
  readonly accessToken: string;
  /** Approves, as the user, the device whose code is shown. */
  approveDevice: () => void;
  close: () => Promise<void>;
}

const ACCESS_TOKEN = 'access-0123456789-planted';
const CODE = 'code-0123456789';

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  let isApproved = false;
  const server = createServer((request, response) => answer(request, response, () => isApproved));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accessToken: ACCESS_TOKEN,
    approveDevice: () => (isApproved = true),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse, isApproved: () => boolean): void {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname === '/authorize') {
    const back = new URL(url.searchParams.get('redirect_uri') ?? '');
    back.searchParams.set('code', CODE);
    response.writeHead(302, { location: back.href }).end();
  } else if (url.pathname === '/token' && url.searchParams.get('code') === CODE) {
    const token = {
      access: ACCESS_TOKEN,
      refresh: 'refresh-0123456789-planted',
      expires: Date.now() + 3_600_000,
    };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(token));
  } else if (url.pathname === '/device') {
    response.writeHead(isApproved() ? 200 : 202).end(isApproved() ? CODE : '');
  } else response.writeHead(400).end('This code is not known.');
}

/**
 * Registers the provider `corp`, whose sign-in uses the browser, and `tv`, whose sign-in uses a device code. Also sends
 * requests to the built-in providers `groq` and `openrouter` to the scripted model. `model`: its address; default: that
 * of the demo.
 */
export function signInExtension(authorization: string, model?: string): string {
  return `
import { createServer } from 'node:http';
const AUTH = ${JSON.stringify(authorization)};
const MODEL = ${JSON.stringify(model ?? null)} ?? process.env.PI_PANEL_DEMO_URL;
const exchange = async (code) => {
  const response = await fetch(AUTH + '/token?code=' + code, { method: 'POST' });
  if (!response.ok) throw new Error('The code ' + code + ' was refused.');
  return response.json();
};
const codeIn = (text) => (URL.canParse(text) ? new URL(text).searchParams.get('code') : text.trim());
const byBrowser = async (callbacks) => {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const called = new Promise((resolve) => server.once('request', (request, response) => {
    response.end('You can close this page.');
    resolve(new URL(request.url, 'http://localhost').searchParams.get('code'));
  }));
  const redirect = 'http://127.0.0.1:' + server.address().port + '/callback';
  callbacks.onAuth({ url: AUTH + '/authorize?redirect_uri=' + encodeURIComponent(redirect) });
  const pasted = callbacks.onManualCodeInput().then(codeIn);
  try {
    return await exchange(await Promise.race([called, pasted]));
  } finally {
    server.close();
    server.closeAllConnections();
  }
};
const byDevice = async (callbacks) => {
  callbacks.onDeviceCode({ userCode: 'ABCD-1234', verificationUri: AUTH + '/activate' });
  for (;;) {
    callbacks.signal?.throwIfAborted();
    const response = await fetch(AUTH + '/device');
    if (response.status === 200) return exchange(await response.text());
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
export default function (pi) {
  const size = { contextWindow: 128000, maxTokens: 32000, input: ['text'], reasoning: false };
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  const provider = (id, name, login) => pi.registerProvider(id, {
    name, baseUrl: MODEL, api: 'openai-completions',
    models: [{ id: id + '-large', name: name + ' Large', cost, ...size }],
    oauth: { name: name + ' account', login, refreshToken: async (old) => old, getApiKey: ({ access }) => access },
  });
  provider('corp', 'Corp', byBrowser);
  provider('tv', 'TV', byDevice);
  for (const builtIn of ['groq', 'openrouter']) pi.registerProvider(builtIn, { baseUrl: MODEL });
}
`;
}
