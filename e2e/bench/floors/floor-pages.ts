// The floors for the panel's page, built with the same tools: a bare xterm, and the smallest Svelte page.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { build, type InlineConfig } from 'vite';
import type { Lab } from '../lab/lab.ts';

/** xterm set up as in the panel. Lines are as long as those of `stamped-output.mjs`, chunks as those of a stream. */
const TERMINAL = `import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import css from '@xterm/xterm/css/xterm.css?inline';

const CHUNK = 65_536;
const [HIGH, LOW] = [500_000, 100_000];

const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
const terminal = new Terminal({ convertEol: true, scrollback: 10_000, fontSize: 12.5, lineHeight: 1.15, fontFamily: 'monospace', overviewRuler: { width: 10 } });
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open(document.getElementById('host'));
fit.fit();

for (const button of document.querySelectorAll('button')) {
  let text = '';
  for (let line = 0; line < Number(button.textContent) / 100; line++) text += String(line).padStart(8, '0') + ' 0000000000000000 ' + '.'.repeat(73) + '\\n';
  const bytes = new TextEncoder().encode(text);
  button.addEventListener('click', () => print(bytes));
}

async function print(bytes) {
  terminal.reset();
  let pending = 0;
  let onDrained = () => {};
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const chunk = bytes.subarray(from, from + CHUNK);
    pending += chunk.length;
    terminal.write(chunk, () => {
      pending -= chunk.length;
      if (pending <= LOW) onDrained();
    });
    if (pending > HIGH) await new Promise((resolve) => (onDrained = resolve));
  }
}
`;

const SMALLEST_PAGE = {
  'index.html': '<div id="app"></div><script type="module" src="./main.ts"></script>',
  'main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
mount(App, { target: document.getElementById('app') });`,
  'App.svelte': `<script>
  let text = $state('');
</script>
<textarea aria-label="Message" bind:value={text}></textarea>`,
};

/**
 * Builds the script and resolves with its path. The page that loads it needs a `#host` element and buttons; each button's
 * label is the number of bytes that it prints.
 */
export async function buildBareTerminal(lab: Lab, root: string): Promise<string> {
  const outDir = await buildPage(lab, {
    root,
    name: 'bare-terminal',
    files: { 'main.ts': TERMINAL },
    config: {
      build: { lib: { entry: 'main.ts', formats: ['iife'], name: 'bare', fileName: () => 'bare.js' } },
    },
  });
  return join(outDir, 'bare.js');
}

/** Resolves with the output folder, which contains Vite's manifest. */
export function buildSmallestPage(lab: Lab, root: string): Promise<string> {
  return buildPage(lab, {
    root,
    name: 'smallest-page',
    files: SMALLEST_PAGE,
    config: {
      plugins: [svelte({ configFile: false })],
      build: { manifest: true, modulePreload: { polyfill: false } },
    },
  });
}

interface PageSource {
  /** The project, whose `node_modules` are used. */
  root: string;
  name: string;
  files: Record<string, string>;
  config: InlineConfig;
}

async function buildPage(lab: Lab, { root, name, files, config }: PageSource): Promise<string> {
  const folder = await lab.folder(name);
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content);
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const outDir = join(folder, 'dist');
  await build({
    ...config,
    configFile: false,
    root: folder,
    cacheDir: join(folder, '.vite'),
    logLevel: 'error',
    build: { ...config.build, outDir, target: 'baseline-widely-available' },
  });
  return outDir;
}
