/** What an extension asks of an interface that RPC mode does not carry (0.73.1 to 1.5.2), as the end of "wants ...". */
const WANTS: Record<string, string> = {
  custom: 'a screen of its own',
  setFooter: 'a footer of its own',
  setHeader: 'a header of its own',
  setEditorComponent: 'an input line of its own',
  addAutocompleteProvider: 'to complete what is typed',
  onTerminalInput: 'to see every key',
  setTheme: 'another theme',
  getTheme: 'a theme',
  getAllThemes: 'the list of themes',
  setWorkingMessage: 'words of its own for the work',
  setWorkingVisible: 'to hide the sign of work',
  setWorkingIndicator: 'a sign of work of its own',
  setHiddenThinkingLabel: 'a label of its own for folded thoughts',
  setToolsExpanded: 'to fold or open the tools',
  getEditorText: 'to read what is being typed',
  setWidget: 'a widget that draws itself',
};

/** `calls`, at least one, are names of `ctx.ui`. */
export function wantedOf(calls: readonly string[]): string {
  const words = calls.map((call) => WANTS[call] ?? `\`${call}\``);
  const last = words.pop()!;
  return words.length > 0 ? `${words.join(', ')} and ${last}` : last;
}
