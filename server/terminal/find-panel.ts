// Finds the panel that runs in the background for the folder of a terminal's pi, or starts one.
import type { ExtensionCommandContext } from '@earendil-works/pi-coding-agent';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { parseArgsStringToArgv } from 'string-argv';
import { ROOT } from '../lib/root.ts';
import { parseReport } from '../remote/far-side.ts';
import { PanelClient } from './panel-client.ts';

/** The variable with further options for panels that are started this way. */
const OPTIONS = 'PI_PANEL_OPTIONS';

export async function findPanel({ cwd, ui }: ExtensionCommandContext): Promise<PanelClient> {
  ui.setStatus('pi-panel', 'Looking for the panel…');
  try {
    const options = [...agentOption(), ...parseArgsStringToArgv(process.env[OPTIONS] ?? '')];
    const [program, ...args] = ownCommand();
    const { stdout } = await promisify(execFile)(program, [...args, 'background', cwd, ...options]);
    const report = stdout
      .split('\n')
      .map(parseReport)
      .find((one) => one !== null);
    if (report && 'link' in report) return new PanelClient(report);
    throw new Error(report && 'error' in report ? report.error : 'The panel did not report its link.');
  } finally {
    ui.setStatus('pi-panel', undefined);
  }
}

/** Returns the command of this package. A pi that was compiled with Bun cannot run this script, so `node` does. */
function ownCommand(): [string, ...string[]] {
  const node = process.versions.bun ? 'node' : process.execPath;
  // A clone runs its sources; the npm package contains only what was built from them.
  const isClone = existsSync(path.join(ROOT, 'web'));
  const script = isClone ? path.join('server', 'main.ts') : path.join('bin', 'pi-panel.mjs');
  return [node, ...(isClone ? ['--disable-warning=ExperimentalWarning'] : []), path.join(ROOT, script)];
}

/** Returns the option with which agents run the same pi that runs here, because it wrote the session. */
function agentOption(): string[] {
  const script = process.argv[1] ?? '';
  return existsSync(script) ? ['--agent', `"${process.execPath}" "${script}"`] : [];
}
