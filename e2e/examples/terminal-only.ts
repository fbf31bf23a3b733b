// What an extension can do in pi's terminal and not over RPC, in words, and how to find it in its code.
import type { Loss } from './verdict.ts';

/** By the name of the call. */
const CALLS: Record<string, Pick<Loss, 'word' | 'what'>> = {
  custom: {
    word: 'a screen of its own',
    what: 'draws a screen of its own (`custom`), which only a terminal can show',
  },
  setFooter: { word: 'a footer', what: 'replaces the footer, which stays as it is' },
  setHeader: { word: 'a header', what: 'replaces the header, which stays as it is' },
  setEditorComponent: {
    word: 'an input line of its own',
    what: 'replaces the input line, which stays as it is',
  },
  addAutocompleteProvider: {
    word: 'completion in the input line',
    what: 'completes text in the input line, which is not asked',
  },
  onTerminalInput: { word: 'key presses', what: 'listens to key presses, which stay in the browser' },
  setTheme: { word: 'a theme', what: 'sets the theme, which stays as it is' },
  setWorkingMessage: {
    word: 'the line that says pi works',
    what: 'words the line that says pi works, which stays as it is',
  },
  setWorkingVisible: {
    word: 'the line that says pi works',
    what: 'hides the line that says pi works, which stays as it is',
  },
  setWorkingIndicator: {
    word: 'the sign that pi works',
    what: 'draws the sign that pi works, which stays as it is',
  },
  setHiddenThinkingLabel: {
    word: 'the label of folded thoughts',
    what: 'words the label of folded thoughts, which stays as it is',
  },
  setToolsExpanded: { word: 'folding of tool output', what: 'folds tool output, which stays as it is' },
  setWidget: {
    word: 'a widget that is a component',
    what: 'shows a widget that is a component, of which nothing comes',
  },
};

/** Found in its code: these never reach `ctx.ui`, so no run shows them. Looks alone excuse nothing that is missing. */
const CODE: (Loss & { found: RegExp })[] = [
  {
    found: /\brender(Call|Result)\s*[(:,]/,
    word: 'a look of its own for its tools',
    what: 'draws its tools in the terminal; here they look like every tool',
    excuses: false,
  },
  {
    found: /\.registerMessageRenderer\b/,
    word: 'a look of its own for its messages',
    what: 'draws its messages in the terminal; here they look like every message',
    excuses: false,
  },
  {
    found: /\.registerEntryRenderer\b/,
    word: 'entries of its own in the conversation',
    what: 'draws its session entries, which are not shown here',
    excuses: true,
  },
  {
    found: /\.registerShortcut\b/,
    word: 'its key',
    what: 'has a key, which does nothing here',
    excuses: false,
  },
  {
    found: /\bthemePaths\b/,
    word: 'its theme',
    what: 'brings a theme, which is not shown here',
    excuses: false,
  },
  {
    found: /\bmode [!=]== "tui"/,
    word: 'a terminal',
    what: 'does its work, or part of it, only when pi has a terminal',
    excuses: true,
  },
  {
    found: /process\.stdout\.write\(/,
    word: 'output to the terminal',
    what: 'writes to the terminal, which goes to the log here',
    excuses: true,
  },
];

/** `calls` are those that the example made while it ran. */
export function terminalOnly({ calls, source }: { calls: ReadonlySet<string>; source: string }): Loss[] {
  const made = [...calls].map((call) => ({
    ...(CALLS[call] ?? { word: `\`${call}\``, what: `calls ${call}, of which nothing comes` }),
    excuses: true,
  }));
  return [
    ...made,
    ...CODE.filter(({ found }) => found.test(source)).map(({ word, what, excuses }) => ({
      word,
      what,
      excuses,
    })),
  ];
}
