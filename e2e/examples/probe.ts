// Runs inside pi, loaded before the example: logs which calls of the example RPC swallows, without changing them. pi
// creates a new `ctx.ui` for each session and shares it between extensions (in pi 0.87.1).
import { appendFileSync } from 'node:fs';
import type { ExtensionAPI, ExtensionContext } from '@earendil-works/pi-coding-agent';

/** Calls of `ctx.ui` that do nothing in RPC mode and that the panel’s extension does not implement either: none. */
const UNSUPPORTED: readonly string[] = [];

type Callable = Record<string, (...args: unknown[]) => unknown>;

export default function probe(pi: ExtensionAPI): void {
  const file = process.env.EXAMPLE_PROBE_FILE;
  if (!file) throw new Error('EXAMPLE_PROBE_FILE is not set: this extension belongs to `npm run examples`.');
  pi.on('session_start', (_event, ctx) => watch(ctx.ui, (call) => appendFileSync(file, `${call}\n`)));
}

function watch(ui: ExtensionContext['ui'], note: (call: string) => void): void {
  const calls = ui as unknown as Callable;
  const wrap = (name: string): void => {
    const original = calls[name];
    if (!original) return;
    calls[name] = (...args) => {
      note(name);
      return original.apply(ui, args);
    };
  };
  for (const name of UNSUPPORTED) wrap(name);
}
