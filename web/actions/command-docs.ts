// Generates docs/commands.md from the table of actions.
import { FIRST_PI, sinceOf, type CommandType } from '../../shared/pi/command-facts.ts';
import { keyLabel } from '../lib/keys/keys.ts';
import type { Entry } from './action.ts';
import { ACTIONS } from './table.ts';

/** Where each command is on the page: `part of the page: name of the control`. The slash command is added to it. */
const PLACES: Readonly<Record<CommandType, string>> = {
  prompt: 'composer: Send',
  steer: 'composer, during a run: Steer',
  follow_up: 'composer, during a run: Follow up',
  abort: 'composer, during a run: Stop',
  clear_queue: 'queue: Edit queue',
  new_session: 'bar: New session; Sessions',
  switch_session: 'Sessions; /resume',
  set_session_name: 'bar: Session name',
  fork: 'menu of the open session: Go back to a message',
  clone: 'menu of the open session: Clone',
  compact: 'composer: Context and cost, Compact',
  export_html: 'menu of a session: Download',
  get_session_stats: 'composer: Context, Cost',
  get_last_assistant_text: 'answer: Copy',
  set_model: 'composer: Model',
  cycle_model: 'composer: Model, Next model',
  get_available_models: 'composer: Model, its list',
  set_thinking_level: 'composer: Thinking',
  cycle_thinking_level: 'composer: Thinking, Next level',
  get_available_thinking_levels: 'composer: Thinking, its list',
  bash: 'composer: !command, !!command',
  abort_bash: 'chat, terminal: Interrupt, beside the command',
  abort_retry: 'status bar, during a retry: Stop retrying',
  set_steering_mode: 'Settings; /settings',
  set_follow_up_mode: 'Settings; /settings',
  set_auto_compaction: 'Settings; /settings',
  set_auto_retry: 'Settings; /settings',
  get_tree: 'menu of the open session: Show as a tree',
  get_entries: 'event log: Entries',
  get_messages: 'event log: Messages',
  get_fork_messages: 'menu of the open session: Go back to a message, its list',
  get_state: 'event log: State',
  get_commands: 'composer: /, its list',
};

/** Returns the whole document, which `node scripts/command-docs.ts` writes. */
export function commandDocument(): string {
  const rows = (Object.keys(PLACES) as CommandType[]).map((type) => {
    const { label, keys = '', slash }: Entry = ACTIONS[type];
    const place = slash ? `${PLACES[type]}; /${slash.name}` : PLACES[type];
    const since = sinceOf(type);
    return [`\`${type}\``, place, label, keyLabel(keys, false), since === FIRST_PI ? 'all' : since];
  });
  const head = ['command', 'place on the page', 'in the palette', 'key', 'since pi'];
  return `# Commands

All ${rows.length} commands of pi. \`node scripts/command-docs.ts\` writes this list from the table that the page itself uses. Each
command is in the command palette (Ctrl+K, Cmd+K) and at its place on the page. "all" means every pi since ${FIRST_PI}. If
the running pi is too old for a command, the page says which version has it. Keys can be changed in the settings
(Ctrl+comma).

${formatTable([head, ...rows]).join('\n')}
`;
}

/** Formats a Markdown table as Prettier does. */
function formatTable(rows: readonly string[][]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const [head, ...body] = rows.map(line);
  return [head!, line(widths.map((width) => '-'.repeat(width))), ...body];
}
