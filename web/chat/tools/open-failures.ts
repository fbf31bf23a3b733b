// Finds the failed runs of a turn that the agent did not get past, which means that no later run of the same kind
// succeeded.
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import type { Entry, ToolRun } from '../../../shared/view/conversation.ts';
import { commandTitle } from '../../lib/format/command-title.ts';
import { hasFailed } from '../../ui/progress/run-outcome.ts';

/** Tools that look for something. A miss is part of the work, so any later success of such a tool settles it. */
const READ_ONLY_TOOLS = new Set(['read', 'grep', 'find', 'ls']);

/** The runs that messages contain, in the order of their calls; undefined for a call that never ran. */
export function runsOf(
  messages: readonly AgentMessage[],
  find: (id: string) => ToolRun | undefined,
): (ToolRun | undefined)[] {
  return messages.flatMap((message) =>
    message.role === 'assistant'
      ? message.content.flatMap((block) => (block.type === 'toolCall' ? [find(block.id)] : []))
      : [],
  );
}

/** Returns the open failures. `runs` are in the order of their calls; undefined for a call that never ran. */
export function openFailures(runs: readonly (ToolRun | undefined)[]): ToolRun[] {
  return runs.flatMap((run, at) => {
    if (!run || !hasFailed(run)) return [];
    const subject = subjectOf(run);
    const isSettled = runs
      .slice(at + 1)
      .some((later) => later?.state === 'ok' && subjectOf(later) === subject);
    return isSettled ? [] : [run];
  });
}

export interface Conversation {
  entries: readonly Entry[];
  toolRun: (id: string) => ToolRun | undefined;
}

/** Returns the failures that neither these runs nor later ones got past. `last`: the key of the last entry of the runs. */
export function failuresLeft(
  runs: readonly (ToolRun | undefined)[],
  last: string | undefined,
  conversation: Conversation,
): ToolRun[] {
  const open = openFailures(runs);
  // Without a failure, the rest of the conversation is not read.
  if (open.length === 0) return open;
  const { entries } = conversation;
  const at = entries.findIndex(({ key }) => key === last);
  const later = entries.slice(at + 1).map(({ message }) => message);
  const still = openFailures([...runs, ...runsOf(later, (id) => conversation.toolRun(id))]);
  return open.filter((run) => still.includes(run));
}

/** Returns the subject of a run: the program of a command, the file of an edit, otherwise the tool. */
function subjectOf({ name, args }: ToolRun): string {
  const text = (value: unknown): string => (typeof value === 'string' ? value : '');
  if (READ_ONLY_TOOLS.has(name)) return 'look';
  if (name === 'edit' || name === 'write') return `change ${text(args.path) || text(args.file_path)}`;
  if (name !== 'bash') return `tool ${name}`;
  const [program = '', command = ''] = commandTitle(text(args.command)).split(' ');
  // A successful `npm test` does not settle a failed `npm run build`, but after a failed `ls lib`, any successful `ls`
  // does.
  return `bash ${program} ${/^[a-z][\w:-]*$/.test(command) ? command : ''}`;
}
