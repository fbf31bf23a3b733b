// The one table of pi's commands on this page: the words for each, where it stands beside the palette, and what the
// palette does for it. The README's table is made of it; shared/pi/command-facts.ts says since which pi each exists.
import { sinceWhich } from '../../shared/pi/abilities.ts';
import { missingAbility, type CommandType } from '../../shared/pi/command-facts.ts';
import type { View } from '../../shared/view/view.ts';
import { nextModel, nextThinking, pickModel, pickThinking } from './model-acts.ts';
import { just, type Act } from './page.ts';
import { followUp, runBash, steer, stop, stopBash, takeQueue, writeMessage } from './run-acts.ts';
import { cloneSession, compact, fork, nameSession, newSession, pickSession } from './session-acts.ts';
import { pickAutoCompaction, pickAutoRetry, pickFollowUpMode, pickSteeringMode } from './setting-acts.ts';
import { copyLastAnswer, exportHtml, show, showStats, showTreeText } from './show-acts.ts';

export interface CommandRow {
  words: string;
  /** Where a person would look for it: `part of the page: name of the control`. */
  place: string;
  act: Act;
  /** Why there is nothing to do now; undefined when there is. */
  idle?: (view: View) => string | undefined;
}

const unlessRunning = (view: View) => (view.run ? undefined : 'The agent is not running.');

export const COMMANDS: Record<CommandType, CommandRow> = {
  prompt: { words: 'Write a message', place: 'composer: Send', act: writeMessage },
  steer: { words: 'Steer the run', place: 'composer, during a run: Steer', act: steer, idle: unlessRunning },
  follow_up: {
    words: 'Follow up on the run',
    place: 'composer, during a run: Follow up',
    act: followUp,
    idle: unlessRunning,
  },
  abort: {
    words: 'Stop',
    place: 'composer, during a run: Stop',
    act: stop,
    idle: (view) => (view.run || view.compaction || view.retry ? undefined : 'Nothing runs.'),
  },
  clear_queue: {
    words: 'Take the queue back into the composer',
    place: 'queue: Edit queue',
    act: takeQueue,
    idle: ({ queue }) =>
      queue.steering.length + queue.followUp.length > 0 ? undefined : 'Nothing is queued.',
  },
  new_session: { words: 'New session', place: 'bar: New session; Sessions; /new', act: newSession },
  switch_session: { words: 'Resume a session', place: 'Sessions; /resume', act: pickSession },
  set_session_name: { words: 'Name this session', place: 'bar: Session name; /name', act: nameSession },
  fork: { words: 'Go back to a message (fork)', place: 'Sessions: Go back to a message; /fork', act: fork },
  clone: { words: 'Clone this session', place: 'Sessions: Clone; /clone', act: cloneSession },
  compact: { words: 'Compact the conversation', place: 'bar: Compact; /compact', act: compact },
  export_html: {
    words: 'Download the session as HTML',
    place: 'Sessions: Download; /export',
    act: exportHtml,
  },
  get_session_stats: {
    words: 'Session: tokens and cost',
    place: 'bar: Context, Cost; /session',
    act: showStats,
  },
  get_last_assistant_text: {
    words: 'Copy the last answer',
    place: 'answer: Copy; /copy',
    act: copyLastAnswer,
  },
  set_model: { words: 'Choose the model', place: 'bar: Model; /model', act: pickModel },
  cycle_model: { words: 'Next model', place: 'bar: Model, Next model', act: nextModel },
  get_available_models: {
    words: 'Show the available models',
    place: 'bar: Model, its list',
    act: show({ type: 'get_available_models' }, 'Available models'),
  },
  set_thinking_level: {
    words: 'Choose the thinking level',
    place: 'bar: Thinking; /thinking',
    act: pickThinking,
  },
  cycle_thinking_level: {
    words: 'Next thinking level',
    place: 'bar: Thinking, Next level',
    act: nextThinking,
  },
  get_available_thinking_levels: {
    words: 'Show the thinking levels',
    place: 'bar: Thinking, its list',
    act: show({ type: 'get_available_thinking_levels' }, 'Thinking levels'),
  },
  bash: { words: 'Run a command in your shell', place: 'composer: !command, !!command', act: runBash },
  abort_bash: {
    words: 'Stop your own command',
    place: 'chat, terminal: Interrupt, beside the command',
    act: stopBash,
    idle: ({ toolRuns }) =>
      Object.values(toolRuns).some(({ user, state }) => user && state === 'running')
        ? undefined
        : 'No command of yours runs.',
  },
  abort_retry: {
    words: 'Stop retrying',
    place: 'status bar, during a retry: Stop retrying',
    act: just({ type: 'abort_retry' }),
    idle: (view) => (view.retry ? undefined : 'Nothing is being retried.'),
  },
  set_steering_mode: {
    words: 'Steering: one at a time or all',
    place: 'bar: Settings of pi; /settings',
    act: pickSteeringMode,
  },
  set_follow_up_mode: {
    words: 'Follow-ups: one at a time or all',
    place: 'bar: Settings of pi; /settings',
    act: pickFollowUpMode,
  },
  set_auto_compaction: {
    words: 'Automatic compaction on or off',
    place: 'bar: Settings of pi; /settings',
    act: pickAutoCompaction,
  },
  set_auto_retry: {
    words: 'Automatic retry on or off',
    place: 'bar: Settings of pi; /settings',
    act: pickAutoRetry,
  },
  get_tree: {
    words: 'Show the session as a tree',
    place: 'Sessions: Show as a tree; /tree',
    act: showTreeText,
  },
  get_entries: {
    words: 'Show the entries of the session',
    place: 'event log: Entries',
    act: show({ type: 'get_entries' }, 'Session entries'),
  },
  get_messages: {
    words: 'Show the messages that the model sees',
    place: 'event log: Messages',
    act: show({ type: 'get_messages' }, 'Messages'),
  },
  get_fork_messages: {
    words: 'Show the messages to fork from',
    place: 'Sessions: Go back to a message, its list',
    act: show({ type: 'get_fork_messages' }, 'Messages to fork from'),
  },
  get_state: {
    words: "Show pi's state",
    place: 'event log: State',
    act: show({ type: 'get_state' }, "pi's state"),
  },
  get_commands: {
    words: "Show pi's slash commands",
    place: 'composer: /, its list',
    act: show({ type: 'get_commands' }, 'Slash commands'),
  },
};

/** Why this cannot be asked of this pi now; undefined when it can. */
export function lackOf(type: CommandType, view: View): string | undefined {
  const missing = missingAbility({ type }, view.can);
  if (missing) return `pi ${view.version} cannot: it takes ${sinceWhich(missing)} or newer.`;
  if (view.exit) return 'The agent is gone: restart it.';
  if (!view.ready) return 'The agent is still starting.';
  return COMMANDS[type].idle?.(view);
}
