// The options that pi was started with, for the user to read.
import type { StartOption } from '../../../shared/loaded.ts';

/** The values of such options, as of pi's --api-key, are secret. */
const SECRET = /key|token|secret|password/i;

/** Pairs the arguments after the program with their values. Values that may be secret become dots. */
export function startOptions(args: readonly string[]): StartOption[] {
  const options: StartOption[] = [];
  for (const [at, arg] of args.entries()) {
    const [, name = arg, value] = /^(--[^=]+)=(.*)$/s.exec(arg) ?? [];
    const last = options.at(-1);
    const isValue = at > 0 && !arg.startsWith('-') && args[at - 1]!.startsWith('-');
    if (isValue && last) last.value = hidden(last.name, arg);
    else options.push({ name, ...(value !== undefined && { value: hidden(name, value) }) });
  }
  return options;
}

function hidden(name: string, value: string): string {
  return SECRET.test(name) ? '•••' : value;
}
