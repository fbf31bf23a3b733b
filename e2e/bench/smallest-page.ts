// The floor of any page in Svelte: one text box, built as the panel's page is.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build } from 'vite';
import type { Lab } from './lab.ts';

const FILES = {
  'index.html': '<div id="app"></div><script type="module" src="./main.ts"></script>',
  'main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('app') });`,
  'App.svelte': `<script>
  let text = $state('');
</script>
<textarea aria-label="Message" bind:value={text}></textarea>`,
};

/** Resolves with the folder of the build, a manifest in it. */
export async function buildSmallestPage(lab: Lab, root: string): Promise<string> {
  const folder = await lab.folder('smallest-page');
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content);
  // Svelte is found from there as it is from the project.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const outDir = join(folder, 'dist');
  await build({
    configFile: false,
    root: folder,
    cacheDir: join(folder, '.vite'),
    logLevel: 'error',
    plugins: [svelte({ configFile: false })],
    build: {
      outDir,
      target: 'baseline-widely-available',
      manifest: true,
      modulePreload: { polyfill: false },
    },
  });
  return outDir;
}
