// Says why pi has exited, as far as its exit and what it wrote to stderr show it.
import type { Exit } from '../../../shared/view/view.ts';
import type { PiExit } from './pi.ts';

export function explainExit(exit: PiExit, wasReady: boolean): Exit {
  const { code, signal, stderr } = exit;
  return { code, signal, stderr, reason: reasonOf(exit, wasReady) };
}

function reasonOf({ code, error, signal, stderr }: PiExit, wasReady: boolean): string {
  if (error) return error.message;
  if (code === 0) return 'The agent ended on its own.';
  const how = signal ? `The agent was ended by ${signal}` : `The agent ended with exit code ${code}`;
  if (wasReady) return `${how}.`;
  const extension = brokenExtension(stderr);
  if (extension) return `${how} before it was ready: ${extension}.`;
  if (/Cannot find module|ERR_MODULE_NOT_FOUND/.test(stderr)) {
    return `${how} before it was ready: its installation is not complete.`;
  }
  if (/enableCompileCache|markAsUncloneable|Unsupported engine/.test(stderr)) {
    return `${how} before it was ready: it needs Node 22.19 or newer.`;
  }
  // pi cannot make the folder of its sessions, for example (0.87.1).
  const refused = /(?:EACCES|EPERM|EROFS): [^,\n]*, \w+ '([^'\n]+)'/.exec(stderr)?.[1];
  if (refused) return `${how} before it was ready: the system refused access to ${refused}.`;
  return `${how} before it was ready.`;
}

/** Returns which extension did not load, in the words of this file. pi itself is complete then. */
function brokenExtension(stderr: string): string | undefined {
  const [, file = '', reason = ''] = /Failed to load extension "([^"\n]+)": ([^\n]*)/.exec(stderr) ?? [];
  if (!file) return undefined;
  const missing = /Cannot find (?:module|package) '([^'\n]+)'/.exec(reason)?.[1];
  return missing
    ? `the extension ${file} needs the module ${missing}, which is not installed`
    : `the extension ${file} did not load`;
}
