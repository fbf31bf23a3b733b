// Apps that run beside a panel, for its preview: a Vite app with Svelte, a server of Python, and one of the test's own.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

export interface App {
  port: number;
  close: () => Promise<void>;
}

const open = new Set<App>();

function opened<T extends App>(app: T): T {
  open.add(app);
  return app;
}

/** Closes the apps that are still open, for after a test that may have failed. */
export async function closeApps(): Promise<void> {
  for (const app of open) await app.close();
}

/** Starts a program that prints the port on which it listens. `port`: finds it in what it has printed. */
async function startProgram(argv: readonly [string, ...string[]], cwd: string, port: RegExp): Promise<App> {
  const [file, ...args] = argv;
  const child: ChildProcess = spawn(file, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PYTHONUNBUFFERED: '1', NO_COLOR: '1' },
  });
  let output = '';
  const found = new Promise<number>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const [, number] = port.exec(output) ?? [];
      if (number !== undefined) resolve(Number(number));
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${file} ended: ${output}`)));
  });
  const exited = once(child, 'exit');
  const app: App = {
    port: await found,
    close: async () => {
      open.delete(app);
      child.kill();
      await exited;
    },
  };
  return opened(app);
}

export const SVELTE_APP = {
  'app/index.html':
    '<!doctype html><html><head><title>Svelte app</title></head><body><div id="app"></div><script type="module" src="/src/main.js"></script></body></html>',
  'app/src/main.js':
    "import { mount } from 'svelte'; import App from './App.svelte'; mount(App, { target: document.getElementById('app') });",
  'app/src/App.svelte': `<script>
  let count = $state(0);
</script>

<h1>Hello from Svelte</h1>
<button class="big" onclick={() => (count += 1)}>Clicked {count}</button>
<button onclick={() => console.error('from the app')}>Fail</button>

<style>
  h1 { color: rgb(1, 2, 3) }
  .big { font-size: 20px }
</style>
`,
  'app/vite.config.js':
    "import { svelte } from '@sveltejs/vite-plugin-svelte'; export default { plugins: [svelte()], cacheDir: '.vite', server: { port: 0, strictPort: false } };",
};

export const REACT_APP = {
  'app/index.html':
    '<!doctype html><html><head><title>React app</title></head><body><div id="app"></div><script type="module" src="/src/main.jsx"></script></body></html>',
  'app/src/main.jsx': `import { createRoot } from 'react-dom/client';
import { Counter } from './Counter.jsx';
createRoot(document.getElementById('app')).render(<Counter />);
`,
  'app/src/Counter.jsx': `import { useState } from 'react';

export function Counter() {
  const [count, setCount] = useState(0);
  return (
    <main>
      <h1>Hello from React</h1>
      <button className="big" onClick={() => setCount(count + 1)}>
        Clicked {count}
      </button>
    </main>
  );
}
`,
  'app/vite.config.js': "export default { cacheDir: '.vite', server: { port: 0, strictPort: false } };",
};

/** Starts the app of `SVELTE_APP` or `REACT_APP` in a workspace, as `npm run dev` would. */
export async function startVite(workspace: string): Promise<App> {
  const root = path.join(workspace, 'app');
  await symlink(MODULES, path.join(root, 'node_modules'));
  await writeFile(path.join(root, 'package.json'), '{ "type": "module" }');
  const vite = path.join(MODULES, 'vite', 'bin', 'vite.js');
  return startProgram([process.execPath, vite], root, /Local:.*?localhost:(\d+)/);
}

export const hasPython = spawnSync('python3', ['--version']).status === 0;

export function startPython(folder: string): Promise<App> {
  return startProgram(['python3', '-m', 'http.server', '0', '--bind', '127.0.0.1'], folder, /port (\d+)/);
}

/** Starts a server of the test's own, with WebSockets that repeat what they are sent. */
export async function startApp(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<App & { seen: IncomingMessage[] }> {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    answer(request, response);
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    seen.push(request);
    sockets.add(socket);
    repeatMessages(request, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const app = {
    port: (server.address() as AddressInfo).port,
    seen,
    close: async () => {
      open.delete(app);
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return opened(app);
}

/** A WebSocket (RFC 6455) for short texts: each comes back. */
function repeatMessages({ headers }: IncomingMessage, socket: Duplex): void {
  const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('error', () => socket.destroy());
  socket.on('data', (frame: Buffer) => {
    // A browser masks what it sends: four bytes of mask, then the text.
    const isText = frame[0] === 0x81;
    const length = frame[1]! & 0x7f;
    if (!isText || length > 125) return void socket.end();
    const mask = frame.subarray(2, 6);
    const text = frame.subarray(6, 6 + length).map((byte, n) => byte ^ mask[n % 4]!);
    socket.write(Buffer.concat([Buffer.from([0x81, length]), text]));
  });
}
