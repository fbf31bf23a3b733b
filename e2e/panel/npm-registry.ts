// A registry of npm packages in this process, and packages of pi for it: a skill, a prompt template and an extension.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

export const PACKAGE = 'pi-panel-example-tools';

export interface NpmRegistry {
  url: string;
  /** Sets the version that npm installs from now on. */
  publish: (version: string) => Promise<void>;
  close: () => Promise<void>;
}

/** A package of pi with the version in its skill's description. */
export async function writePiPackage(folder: string, version: string): Promise<void> {
  const files = {
    'package.json': JSON.stringify({ name: PACKAGE, version, description: 'Tools for a test' }),
    'skills/shout/SKILL.md': `---\nname: shout\ndescription: Shouts in version ${version}\n---\n\nAnswer in capitals.\n`,
    'CHANGELOG.md': `# Changelog\n\n## ${version}\n\n- Shouts louder\n\n## 0.0.1\n\n- Shouts\n`,
    'prompts/greet.md': '---\ndescription: Greets\n---\nGreet $1 of the package.\n',
    'extensions/clock.ts':
      "export default function (pi) {\n  pi.registerCommand('clock', { description: 'Tells the time', handler: async () => {} });\n}\n",
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
}

export async function startNpmRegistry(): Promise<NpmRegistry> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pi-panel-registry-'));
  const tarballs = new Map<string, Buffer>();
  let latest = '';
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const tarball = tarballs.get(name);
    if (tarball) response.end(tarball);
    else if (name === PACKAGE) response.end(JSON.stringify(packument()));
    else response.writeHead(404).end('{}');
  });
  const packument = (): object => ({
    name: PACKAGE,
    'dist-tags': { latest },
    versions: Object.fromEntries(
      [...tarballs].map(([file, bytes]) => {
        const version = path.basename(file, '.tgz');
        const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
        return [version, { name: PACKAGE, version, dist: { tarball: `${url}/${file}`, integrity } }];
      }),
    ),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async publish(version) {
      await writePiPackage(path.join(folder, version, 'package'), version);
      const file = path.join(folder, `${version}.tgz`);
      await promisify(execFile)('tar', ['-czf', file, '-C', path.join(folder, version), 'package']);
      tarballs.set(`${version}.tgz`, await readFile(file));
      latest = version;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  };
}
