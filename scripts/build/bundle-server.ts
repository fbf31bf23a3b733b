// Makes dist/server, the server as one JavaScript file with few imports: Node finds, reads and strips hundreds of small
// files in 0.2 s of CPU time. Without it (as in the npm package, which has `dist/node`) everything works the same.
//   node scripts/build/bundle-server.ts [FOLDER]
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { writeInputs } from './bundle-inputs.ts';
import { QUIET } from './quiet.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [, , folder] = process.argv;
const BASE = path.resolve(ROOT, folder ?? '.');
const OUT = path.join(BASE, 'dist', 'server');
/**
 * Not bundled: `open` looks for a script beside itself, and node-pty for a compiled part; most starts need none of the
 * others.
 */
const EXTERNAL = [
  '@earendil-works/pi-coding-agent',
  '@lydell/node-pty',
  '@xterm/addon-serialize',
  '@xterm/headless',
  'open',
  'vite',
];

/** Modules find workers and extensions beside their own source. */
const ownPlace: Plugin = {
  name: 'own-place',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('node_modules') || !code.includes('import.meta.url')) return null;
    const source = path.relative(OUT, id).replaceAll('\\', '/');
    const place = `new URL(${JSON.stringify(source)}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', place), map: null };
  },
};

const output = await build({
  root: BASE,
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [ownPlace],
  ssr: { noExternal: true, external: EXTERNAL },
  build: {
    ssr: path.join(BASE, 'server', folder ? 'panel.js' : 'panel.ts'),
    outDir: OUT,
    emptyOutDir: true,
    target: 'node22',
    rolldownOptions: {
      checks: QUIET,
      output: { entryFileNames: 'panel.js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
if (!('output' in output)) throw new Error('The build has no single output.');
const modules = output.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
await writeInputs(path.join(OUT, 'inputs.json'), BASE, [...modules, path.join(ROOT, 'package-lock.json')]);
