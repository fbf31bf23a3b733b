// A hostile server on another port of this machine, and its page, which sends everything that a foreign page can send
// to a panel.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Stranger {
  port: number;
  /** Headers of every request that it received. */
  seen: IncomingMessage['headers'][];
  close: () => Promise<void>;
}

export async function startStranger(): Promise<Stranger> {
  const seen: Stranger['seen'] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>stranger</title><body></body>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export interface Target {
  /** The panel's origin. */
  origin: string;
  /** The token, as if it had leaked: without it the attack would fail too early to prove anything. */
  token: string;
  agent: string;
}

/** The responses that the hostile page got from the panel, by kind of request. */
export type Loot = Record<string, string>;

/** Runs in the hostile page. */
export async function attack({ origin, token, agent }: Target): Promise<Loot> {
  const commands = `${origin}/api/agents/${agent}/commands`;
  const body = JSON.stringify({ type: 'bash', command: 'touch pwned' });
  const authorization = `Bearer ${token}`;
  const read = (url: string, init: RequestInit): Promise<string> =>
    fetch(url, init).then(
      async (response) => `${response.type} ${response.status} ${await response.text()}`,
      () => 'refused',
    );
  const element = <T extends 'img' | 'script' | 'iframe'>(name: T, src: string): Promise<string> =>
    new Promise((resolve) => {
      const made = document.createElement(name);
      made.onload = () => resolve('loaded');
      made.onerror = () => resolve('refused');
      made.src = src;
      document.body.append(made);
    });
  const socket = new Promise<string>((resolve) => {
    const opened = new WebSocket(`${origin.replace('http', 'ws')}/api/events?agents=${agent}`);
    opened.onopen = () => resolve('opened');
    opened.onerror = () => resolve('refused');
  });
  const stream = new Promise<string>((resolve) => {
    const source = new EventSource(`${origin}/api/events?agents=${agent}`);
    source.onmessage = () => resolve('opened');
    source.onerror = () => resolve((source.close(), 'refused'));
  });
  const form = document.createElement('form');
  form.action = commands;
  form.method = 'post';
  form.enctype = 'text/plain';
  form.target = 'hidden';
  const hidden = document.createElement('iframe');
  hidden.name = 'hidden';
  document.body.append(hidden, form);
  const sent = new Promise<string>((resolve) => (hidden.onload = () => resolve('sent')));
  form.submit();
  return {
    simple: await read(commands, { method: 'POST', mode: 'no-cors', body }),
    typed: await read(commands, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body,
    }),
    read: await read(`${origin}/api/agents`, { headers: { authorization } }),
    page: await read(`${origin}/`, { credentials: 'include' }),
    image: await element('img', `${origin}/api/agents`),
    script: await element('script', `${origin}/api/agents`),
    form: await sent,
    socket: await socket,
    stream: await stream,
  };
}
