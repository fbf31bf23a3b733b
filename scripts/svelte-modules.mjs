// Lets `node --test` import what Vite compiles: .svelte.ts files, so that the state classes of the page can be tested
// without a browser, and the text of a file (`?raw`). Load it with `node --import`. Components are tested on the built
// page instead.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
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
    if (!url.endsWith('.svelte.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const script = stripTypeScriptTypes(readFileSync(filename, 'utf8'));
    // Loaded on demand: it is slow to load, and most test files do not need it.
    /** @type {typeof import('svelte/compiler')} */
    const { compileModule } = require('svelte/compiler');
    const { js } = compileModule(script, { filename, generate: 'client', dev: false });
    return { format: 'module', source: js.code, shortCircuit: true };
  },
});
