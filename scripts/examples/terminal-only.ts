// What an extension can do in pi's terminal and not over RPC, in words, and how to find it in its code.
import type { Loss } from './verdict.ts';

/** By the name of the call. What becomes of it here, as the end of "It ...". */
const CALLS: Record<string, string> = {
  custom: 'draws a screen of its own (`custom`), which only a terminal can show',
  setFooter: 'replaces the footer, which stays as it is',
  setHeader: 'replaces the header, which stays as it is',
  setEditorComponent: 'replaces the input line, which stays as it is',
  addAutocompleteProvider: 'completes text in the input line, which is not asked',
  onTerminalInput: 'listens to key presses, which stay in the browser',
  setTheme: 'sets the theme, which stays as it is',
  setWorkingMessage: 'words the line that says pi works, which stays as it is',
  setWorkingVisible: 'hides the line that says pi works, which stays as it is',
  setWorkingIndicator: 'draws the sign that pi works, which stays as it is',
  setHiddenThinkingLabel: 'words the label of folded thoughts, which stays as it is',
  setToolsExpanded: 'folds tool output, which stays as it is',
  setWidget: 'shows a widget that is a component, of which nothing comes',
};

/** Found in its code: these never reach `ctx.ui`, so no run shows them. Looks alone excuse nothing that is missing. */
const CODE: (Loss & { found: RegExp })[] = [
  {
    found: /\brender(Call|Result)\s*[(:,]/,
    what: 'draws its tools in the terminal; here they look like every tool',
    excuses: false,
  },
  {
    found: /\.registerMessageRenderer\b/,
    what: 'draws its messages in the terminal; here they look like every message',
    excuses: false,
  },
  {
    found: /\.registerEntryRenderer\b/,
    what: 'draws its session entries, which are not shown here',
    excuses: true,
  },
  { found: /\.registerShortcut\b/, what: 'has a key, which does nothing here', excuses: false },
  { found: /\bthemePaths\b/, what: 'brings a theme, which is not shown here', excuses: false },
  {
    found: /\bmode [!=]== "tui"/,
    what: 'does its work, or part of it, only when pi has a terminal',
    excuses: true,
  },
  {
    found: /process\.stdout\.write\(/,
    what: 'writes to the terminal, which goes to the log here',
    excuses: true,
  },
];

/** `calls` are those that the example made while it ran. */
export function terminalOnly({ calls, source }: { calls: ReadonlySet<string>; source: string }): Loss[] {
  const made = [...calls].map((call) => ({
    what: CALLS[call] ?? `calls ${call}, of which nothing comes`,
    excuses: true,
  }));
  return [
    ...made,
    ...CODE.filter(({ found }) => found.test(source)).map(({ what, excuses }) => ({ what, excuses })),
  ];
}
