// Abilities of extensions that need pi's terminal and do not work on the page: their descriptions, and how to find them.
import type { Loss } from './verdict.ts';

/** Found in the code: these never call `ctx.ui`, so no run reveals them. */
const CODE: (Loss & { found: RegExp })[] = [
  {
    // Notifications become notices on the page, and a terminal for a program is empty without being cleared.
    found: /process\.stdout\.write\((?![`'"]\\x1b(?:\](?:9|99|777);|\[2J\\x1b\[H[`'"]))/,
    what: 'writes to the terminal, which goes to the log here',
    excuses: true,
  },
];

/** `calls`: made by the example while it ran. */
export function terminalOnly({ calls, source }: { calls: ReadonlySet<string>; source: string }): Loss[] {
  const made = [...calls].map((call) => ({
    what: `calls ${call}, which has no effect here`,
    excuses: true,
  }));
  return [
    ...made,
    ...CODE.filter(({ found }) => found.test(source)).map(({ what, excuses }) => ({ what, excuses })),
  ];
}
