// Lets `node --test` import .svelte.ts files, so that the page's state classes are tested without a browser:
// each is compiled as Vite would do it, with Svelte's browser half. Load it with `node --import`.
// Not for components: those are tested on the built page.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);

registerHooks({
  resolve(specifier, context, next) {
    // On Node, `svelte` means server rendering, where nothing is reactive.
    const isSvelte = specifier === 'svelte' || specifier.startsWith('svelte/') || specifier === 'esm-env';
    return next(
      specifier,
      isSvelte ? { ...context, conditions: ['browser', ...context.conditions] } : context,
    );
  },
  load(url, context, next) {
    if (!url.endsWith('.svelte.ts')) return next(url, context);
    const filename = fileURLToPath(url);
    const script = stripTypeScriptTypes(readFileSync(filename, 'utf8'));
    // Here, not at the top: most test files need no compiler, and it takes a while to load.
    /** @type {typeof import('svelte/compiler')} */
    const { compileModule } = require('svelte/compiler');
    const { js } = compileModule(script, { filename, generate: 'client', dev: false });
    return { format: 'module', source: js.code, shortCircuit: true };
  },
});
