import type { PiExit } from './pi.ts';

/** What happened to pi, in one sentence for the person whose agent it was. */
export function exitReason(exit: PiExit, wasReady: boolean): string {
  if (exit.error) return exit.error.message;
  if (exit.code === 0) return 'The agent ended by itself.';
  const how = exit.signal ? `was ended by ${exit.signal}` : `ended with exit code ${exit.code}`;
  if (wasReady) return `The agent ${how} in the middle of its work.`;
  if (/Cannot find module|ERR_MODULE_NOT_FOUND/.test(exit.stderr)) {
    return `The agent ${how} before it was ready: its installation is not complete.`;
  }
  if (/enableCompileCache|markAsUncloneable|Unsupported engine/.test(exit.stderr)) {
    return `The agent ${how} before it was ready: it needs Node 22.19 or newer.`;
  }
  return `The agent ${how} before it was ready.`;
}
