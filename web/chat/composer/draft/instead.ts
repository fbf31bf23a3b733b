// Where the page has what a command of pi's TUI does, for the commands without an action on the page.
import { translate, type Text } from '../../../language/text.ts';

const IN_TUI: Text = 'run pi in a terminal for that';

const INSTEAD: Readonly<Record<string, Text>> = {
  quit: 'close the tab',
  'scoped-models': 'Settings, Models: choose what pi cycles through',
  import: 'Sessions: the button to import a file',
  trust: '"Trust for this run" in the notice about the project; to trust it for good, run pi in a terminal',
  debug: 'the event log shows what pi writes and reads',
};

export function insteadOf(command: string): string {
  return translate(INSTEAD[command] ?? IN_TUI);
}
