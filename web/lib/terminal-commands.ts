// The commands of pi's terminal interface (0.87.1), which as a prompt would go to the model as text: what the page
// does for each, or what to do instead. /compact, /new and /name, which take a text, are the composer's.
import type { ActionId } from './keys.ts';

export type TerminalCommand = { does: ActionId; description: string } | { instead: string };

const IN_TERMINAL = 'run pi in a terminal for that';

export const TERMINAL_COMMANDS: Readonly<Record<string, TerminalCommand>> = {
  model: { does: 'pickModel', description: 'Choose the model' },
  thinking: { does: 'set_thinking_level', description: 'Choose the thinking level' },
  resume: { does: 'showSessions', description: 'Resume a stored session' },
  session: { does: 'get_session_stats', description: 'Tokens and cost of this session' },
  fork: { does: 'fork', description: 'Go back to before a message' },
  clone: { does: 'clone', description: 'Go on in a copy of this session' },
  tree: { does: 'get_tree', description: 'Go to another point of the session, or see it as a tree' },
  export: { does: 'export_html', description: 'Download the session as HTML' },
  copy: { does: 'get_last_assistant_text', description: 'Copy the last answer' },
  reload: { does: 'panel_reload', description: 'Load extensions, skills, prompts and settings anew' },
  hotkeys: { does: 'showKeys', description: 'Show and change the keyboard shortcuts' },
  settings: { does: 'showSettings', description: 'Switch what pi does by itself' },
  quit: { instead: 'close the tab' },
  login: { instead: 'run `pi` and /login in a terminal, then restart here' },
  logout: { instead: IN_TERMINAL },
  'scoped-models': { instead: IN_TERMINAL },
  import: { instead: IN_TERMINAL },
  share: { instead: 'download the session with /export and send the file' },
  trust: { instead: '"Trust for this run" in the notice about the project; for good, run pi in a terminal' },
  changelog: { instead: IN_TERMINAL },
  bug: { instead: IN_TERMINAL },
};
