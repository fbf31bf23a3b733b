// Lets `node --test` import what Vite compiles: .svelte.ts files, so that the state classes of the page can be tested
// without a browser, the text of a file (`?raw`), and, as nothing, style sheets and the addresses of workers, so that
// Monaco can be loaded. Load it with `node --import`. Components are tested on the built page instead.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const CACHE = fileURLToPath(new URL('../.cache/svelte-modules', import.meta.url));
/** @type {{ version: string }} */
const { version: VERSION } = require('svelte/package.json');

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith('?worker&url'))
      return { url: "data:text/javascript,export default ''", shortCircuit: true };
    // By default Node resolves `svelte` to server rendering, where nothing is reactive.
    const isSvelte = specifier === 'svelte' || specifier.startsWith('svelte/') || specifier === 'esm-env';
    return next(
      specifier,
      isSvelte ? { ...context, conditions: ['browser', ...context.conditions] } : context,
    );
  },
  load(url, context, next) {
    if (url.endsWith('?raw')) {
      const text = JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'));
      return { format: 'module', source: `export default ${text};`, shortCircuit: true };
    }
    if (url.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!url.endsWith('.svelte.ts')) return next(url, context);
    return { format: 'module', source: compileOnce(fileURLToPath(url)), shortCircuit: true };
  },
});

/**
 * Compiled modules are kept by their content: loading the compiler takes half a second in each test file.
 * @param {string} filename
 */
function compileOnce(filename) {
  const text = readFileSync(filename, 'utf8');
  const key = createHash('sha256').update(`${VERSION}\0${filename}\0${text}`).digest('hex');
  const kept = join(CACHE, `${key}.js`);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  /** @type {typeof import('svelte/compiler')} */
  const { compileModule } = require('svelte/compiler');
  const { js } = compileModule(stripTypeScriptTypes(text), { filename, generate: 'client', dev: false });
  mkdirSync(CACHE, { recursive: true });
  // Other test files may be doing the same at this moment.
  const mine = `${kept}.${process.pid}`;
  writeFileSync(mine, js.code);
  renameSync(mine, kept);
  return js.code;
}
