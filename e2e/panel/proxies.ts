// Real proxies in front of a panel, each configured as docs/hosts.md says and otherwise left at its defaults. Each
// serves TLS on a Unix socket, so that it needs no free port: `/panel/` keeps its prefix, `/stripped/` loses it.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CERT = fileURLToPath(new URL('../siege/fixtures/cert.pem', import.meta.url));
const KEY = fileURLToPath(new URL('../siege/fixtures/key.pem', import.meta.url));

interface Place {
  /** An empty folder for its files. */
  folder: string;
  socketPath: string;
  /** The panel's port, on loopback. */
  port: number;
}

export interface ProxyKind {
  program: string;
  /** Prints the version. */
  versionOption: string;
  /** Debian's package. */
  packageName: string;
  /** Writes the configuration and returns the options that run the proxy in the foreground. */
  prepare: (place: Place) => Promise<string[]>;
}

async function write(folder: string, name: string, content: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}

const nginx: ProxyKind = {
  program: 'nginx',
  versionOption: '-v',
  packageName: 'nginx-light',
  prepare: async ({ folder, socketPath, port }) => {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const file = await write(
      folder,
      'nginx.conf',
      `daemon off; master_process off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log ${folder}/error.log;
      events {}
      http {
        access_log off; ${temporary.join(' ')}
        server {
          listen unix:${socketPath} ssl;
          ssl_certificate ${CERT}; ssl_certificate_key ${KEY};
          location /panel/ { proxy_pass http://127.0.0.1:${port}; proxy_set_header Host $http_host; proxy_http_version 1.1; proxy_buffering on; }
          location /stripped/ { proxy_pass http://127.0.0.1:${port}/; proxy_set_header Host $http_host; proxy_http_version 1.1; }
        }
      }`,
    );
    return ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')];
  },
};

const caddy: ProxyKind = {
  program: 'caddy',
  versionOption: 'version',
  packageName: 'caddy',
  prepare: async ({ folder, socketPath, port }) => {
    const file = await write(
      folder,
      'Caddyfile',
      `{
        admin off
        auto_https off
      }
      https:// {
        bind unix/${socketPath}
        tls ${CERT} ${KEY}
        encode gzip zstd
        handle /panel/* {
          reverse_proxy 127.0.0.1:${port}
        }
        handle_path /stripped/* {
          reverse_proxy 127.0.0.1:${port}
        }
      }`,
    );
    return ['run', '--adapter', 'caddyfile', '--config', file];
  },
};

const haproxy: ProxyKind = {
  program: 'haproxy',
  versionOption: '-v',
  packageName: 'haproxy',
  prepare: async ({ folder, socketPath, port }) => {
    const both = (await Promise.all([CERT, KEY].map((file) => readFile(file, 'utf8')))).join('\n');
    const pem = await write(folder, 'both.pem', both);
    const file = await write(
      folder,
      'haproxy.cfg',
      `defaults
        mode http
        timeout connect 5s
        timeout client 30s
        timeout server 30s
      frontend outside
        bind unix@${socketPath} ssl crt ${pem} alpn h2,http/1.1
        http-request replace-path /stripped/(.*) /\\1
        default_backend panel
      backend panel
        server one 127.0.0.1:${port}
`,
    );
    return ['-db', '-f', file];
  },
};

export const PROXIES = { nginx, caddy, haproxy };

export interface Proxy {
  socketPath: string;
  close: () => Promise<void>;
}

/** Resolves to false, or to the reason to skip a test that needs this proxy. */
export async function whyNot({ program, versionOption, packageName }: ProxyKind): Promise<string | false> {
  const isThere = await new Promise((resolve) =>
    execFile(program, [versionOption], (error) => resolve(!error)),
  );
  return !isThere && `needs ${program}: apt-get install ${packageName}`;
}

/** Starts the proxy. Resolves once it accepts connections. Its files are put into `root`. */
export async function startProxy(kind: ProxyKind, root: string, port: number): Promise<Proxy> {
  const folder = path.join(root, kind.program);
  await mkdir(folder);
  const socketPath = path.join(folder, 's');
  const args = await kind.prepare({ folder, socketPath, port });
  // Caddy keeps its state in the home folder.
  const child = spawn(kind.program, args, {
    env: { ...process.env, HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const exited = once(child, 'exit');
  while (!(await accepts(socketPath))) {
    if (child.exitCode !== null) throw new Error(`${kind.program} ended (${child.exitCode}): ${output}`);
    await delay(20);
  }
  return {
    socketPath,
    close: async () => {
      // The signal ends it without waiting for open event streams.
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function accepts(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath, () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });
}
