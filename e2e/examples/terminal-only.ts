// Abilities of extensions that need pi's terminal and do not work over RPC: their descriptions, and how to find them.
import type { Loss } from './verdict.ts';

/** The descriptions, by the name of the call. */
const CALLS: Record<string, Pick<Loss, 'what'>> = {
  addAutocompleteProvider: {
    what: 'adds custom completions, which are not used here',
  },
  onTerminalInput: {
    what: 'listens to terminal input, which it does not receive here',
  },
  setTheme: { what: 'sets the theme, which has no effect here' },
  setToolsExpanded: {
    what: 'expands or collapses tool output, which has no effect here',
  },
};

/** Found in the code: these never call `ctx.ui`, so no run reveals them. */
const CODE: (Loss & { found: RegExp })[] = [
  {
    found: /\.registerShortcut\b/,
    what: 'has a keyboard shortcut, which runs from the palette and not by its key',
    excuses: false,
  },
  {
    found: /\bthemePaths\b/,
    what: 'includes a theme, which is not used here',
    excuses: false,
  },
  {
    found: /process\.stdout\.write\(/,
    what: 'writes to the terminal, which goes to the log here',
    excuses: true,
  },
];

/** `calls`: made by the example while it ran. */
export function terminalOnly({ calls, source }: { calls: ReadonlySet<string>; source: string }): Loss[] {
  const made = [...calls].map((call) => ({
    ...(CALLS[call] ?? { what: `calls ${call}, which has no effect here` }),
    excuses: true,
  }));
  return [
    ...made,
    ...CODE.filter(({ found }) => found.test(source)).map(({ what, excuses }) => ({
      what,
      excuses,
    })),
  ];
}
