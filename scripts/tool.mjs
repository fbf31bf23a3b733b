// Runs a tool of the repository: `npm run tool -- NAME [options]`. Without a name it lists the tools.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** @type {Record<string, { file: string, purpose: string }>} */
const TOOLS = {
  bare: {
    file: 'bare/bare.ts',
    purpose: 'runs both commands of the README in a Debian that holds only Node and npm, as an ordinary user',
  },
  shells: {
    file: 'shells.ts',
    purpose: 'plays random work of an agent and a shell in one folder, with undo, redo and kills',
  },
};

const [name = '', ...args] = process.argv.slice(2);
const tool = Object.hasOwn(TOOLS, name) ? TOOLS[name] : undefined;
if (tool) {
  const file = join(dirname(fileURLToPath(import.meta.url)), tool.file);
  const { status, error } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file, ...args],
    { stdio: 'inherit' },
  );
  if (error) throw error;
  process.exitCode = status ?? 1;
} else {
  const list = Object.entries(TOOLS).map(([known, { purpose }]) => `  ${known.padEnd(8)} ${purpose}`);
  console.error([name ? `"${name}" is not a tool. The tools:` : 'The tools:', ...list].join('\n'));
  process.exitCode = name ? 2 : 0;
}
