// Abilities of extensions that need pi's terminal and do not work over RPC: their descriptions, and how to find them.
import type { Loss } from './verdict.ts';

/** By the name of the call. */
const CALLS: Record<string, Pick<Loss, 'word' | 'what'>> = {
  custom: {
    word: 'a custom screen (`custom()`)',
    what: 'shows a custom screen (`custom()`), which needs a terminal',
  },
  setFooter: { word: 'a footer', what: 'replaces the footer, which has no effect here' },
  setHeader: { word: 'a header', what: 'replaces the header, which has no effect here' },
  setEditorComponent: {
    word: 'a custom editor',
    what: 'uses a custom editor, which has no effect here',
  },
  addAutocompleteProvider: {
    word: 'custom completions',
    what: 'adds custom completions, which are not used here',
  },
  onTerminalInput: {
    word: 'terminal input',
    what: 'listens to terminal input, which it does not receive here',
  },
  setTheme: { word: 'a theme', what: 'sets the theme, which has no effect here' },
  setWorkingMessage: {
    word: 'the working message',
    what: 'changes the working message, which has no effect here',
  },
  setWorkingVisible: {
    word: 'the working message',
    what: 'hides the working message, which has no effect here',
  },
  setWorkingIndicator: {
    word: 'the working indicator',
    what: 'changes the working indicator, which has no effect here',
  },
  setHiddenThinkingLabel: {
    word: 'the label for hidden thinking',
    what: 'changes the label for hidden thinking, which has no effect here',
  },
  setToolsExpanded: {
    word: 'expanded tool output',
    what: 'expands or collapses tool output, which has no effect here',
  },
  setWidget: {
    word: 'a component widget',
    what: 'uses a component as a widget, which is not shown here',
  },
};

/** Found in the code: these never call `ctx.ui`, so no run reveals them. Custom rendering excuses no missing point. */
const CODE: (Loss & { found: RegExp })[] = [
  {
    found: /\brender(Call|Result)\s*[(:,]/,
    word: 'custom tool rendering',
    what: 'uses custom tool rendering; here its tools look like any other',
    excuses: false,
  },
  {
    found: /\.registerMessageRenderer\b/,
    word: 'custom message rendering',
    what: 'uses custom message rendering; here its messages look like any other',
    excuses: false,
  },
  {
    found: /\.registerEntryRenderer\b/,
    word: 'custom session entries',
    what: 'uses custom session entries, which are not shown here',
    excuses: true,
  },
  {
    found: /\.registerShortcut\b/,
    word: 'its shortcut',
    what: 'has a keyboard shortcut, which does nothing here',
    excuses: false,
  },
  {
    found: /\bthemePaths\b/,
    word: 'its theme',
    what: 'includes a theme, which is not used here',
    excuses: false,
  },
  {
    found: /\bmode [!=]== "tui"/,
    word: 'a terminal',
    what: 'does some or all of its work only when pi has a terminal',
    excuses: true,
  },
  {
    found: /process\.stdout\.write\(/,
    word: 'output to the terminal',
    what: 'writes to the terminal, which goes to the log here',
    excuses: true,
  },
];

/** `calls`: made by the example while it ran. */
export function terminalOnly({ calls, source }: { calls: ReadonlySet<string>; source: string }): Loss[] {
  const made = [...calls].map((call) => ({
    ...(CALLS[call] ?? { word: `\`${call}\``, what: `calls ${call}, which has no effect here` }),
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
