// The floor of any terminal in a page: xterm as the panel sets it up, fed from memory as fast as it takes it.
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import type { Lab } from './lab.ts';

/** The lines are as long as those of `stamped-output.mjs`, and so are the chunks as long as those of a stream. */
const SCRIPT = `import { FitAddon } from '@xterm/addon-fit';
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
  let onRoom = () => {};
  for (let from = 0; from < bytes.length; from += CHUNK) {
    const chunk = bytes.subarray(from, from + CHUNK);
    pending += chunk.length;
    terminal.write(chunk, () => {
      pending -= chunk.length;
      if (pending <= LOW) onRoom();
    });
    if (pending > HIGH) await new Promise((resolve) => (onRoom = resolve));
  }
}
`;

/** Resolves with the path of a script for a page with a `#host` and buttons, each named for the bytes that it prints. */
export async function buildBareTerminal(lab: Lab, root: string): Promise<string> {
  const folder = await lab.folder('bare-terminal');
  await writeFile(join(folder, 'main.ts'), SCRIPT);
  // xterm is found from there as it is from the project.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const outDir = join(folder, 'dist');
  await build({
    configFile: false,
    root: folder,
    cacheDir: join(folder, '.vite'),
    logLevel: 'error',
    build: {
      outDir,
      target: 'baseline-widely-available',
      lib: { entry: join(folder, 'main.ts'), formats: ['iife'], name: 'bare', fileName: () => 'bare.js' },
    },
  });
  return join(outDir, 'bare.js');
}
