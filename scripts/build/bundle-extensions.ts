// Makes dist/pi: the panel's extensions for pi, each as one JavaScript file, with the hashes of its sources.
// CommonJS, because that is what pi's loader runs without compiling it first (jiti 2, in pi 0.73.1 to 1.5.2).
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { bundlePlace, EXTENSION_SOURCES, type PiExtension } from '../../server/pi-extensions.ts';
import { writeInputs } from './bundle-inputs.ts';
import { QUIET } from './quiet.ts';

/**
 * pi's loader compiles only this file, and gives it the packages of the running pi, because `import()` in the bundle
 * would find the pi of this package.
 */
const ENTRY = `import extension from './index.cjs';
globalThis[Symbol.for('pi-panel.import')] = (name: string) => import(name);
export default extension;
`;
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

for (const name of Object.keys(EXTENSION_SOURCES) as PiExtension[]) {
  const { code, moduleIds, imports, dynamicImports } = await bundle(EXTENSION_SOURCES[name]);
  const foreign = [...imports, ...dynamicImports].filter((id) => !id.startsWith('node:'));
  if (foreign.length > 0)
    throw new Error(`${name} imports ${foreign.join(', ')}, which a pi elsewhere may not find.`);
  const place = bundlePlace(name);
  await rm(path.dirname(place.bundle), { recursive: true, force: true });
  await mkdir(path.dirname(place.bundle), { recursive: true });
  await writeFile(place.code, code);
  await writeFile(place.bundle, ENTRY);
  await writeInputs(place.inputs, ROOT, moduleIds);
}

async function bundle(source: string): Promise<Rolldown.OutputChunk> {
  const output = await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    // pi's package is not bundled. import-in-pi.ts imports it, because an import by name would find the pi of this
    // package instead of the pi that runs the bundle.
    ssr: { noExternal: true, external: ['@earendil-works/pi-coding-agent'] },
    build: {
      ssr: source,
      write: false,
      target: 'node22',
      rolldownOptions: { checks: QUIET, output: { format: 'cjs', exports: 'default', codeSplitting: false } },
    },
  });
  if (!('output' in output)) throw new Error(`${source}: the build has no single output.`);
  const [chunk, ...others] = output.output;
  if (others.length > 0) throw new Error(`${source}: the build has more than one file.`);
  return chunk;
}
