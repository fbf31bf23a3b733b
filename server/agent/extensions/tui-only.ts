// The calls of `ctx.ui` that RPC mode ignores (in pi 0.73.1 to 1.5.2), in words for the user.

const TUI_ONLY: Record<string, string> = {
  custom: 'a custom screen',
  setFooter: 'a custom footer',
  setHeader: 'a custom header',
  setEditorComponent: 'a custom editor',
  addAutocompleteProvider: 'custom completions',
  onTerminalInput: 'raw key presses',
  setTheme: 'another theme',
  getTheme: 'a theme',
  getAllThemes: 'the list of themes',
  setWorkingMessage: 'a custom working message',
  setWorkingVisible: 'a hidden working message',
  setWorkingIndicator: 'a custom working indicator',
  setHiddenThinkingLabel: 'a custom label for hidden thinking',
  setToolsExpanded: 'expanded or collapsed tools',
  getEditorText: 'the text in the editor',
  setWidget: 'a widget that renders itself',
};

/** `calls`: at least one. */
export function describeCalls(calls: readonly string[]): string {
  const words = calls.map((call) => TUI_ONLY[call] ?? `\`${call}\``);
  const last = words.pop()!;
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}
