// Actions on the session as a whole. pi ends a run before it starts, resumes, forks, clones or compacts a session, so
// these actions ask first.
import { t } from '../language/text.ts';
import { ask, send, toComposer, type Entry } from './action.ts';

/** The argument of `new_session` that makes the open session the parent of the new one. */
export const FROM_THIS = 'from this';

export const SESSION_ACTIONS = {
  new_session: {
    label: 'New session',
    group: 'pi',
    keys: 'Mod+Shift+O',
    slash: { name: 'new', description: 'Start a new session' },
    async run(context) {
      const begin = async (): Promise<() => void> => {
        const focusComposer = toComposer(context);
        // The focus moves at once, because keys that the user types from now on are for the new session.
        focusComposer();
        const fromThis = context.argument === FROM_THIS;
        await ask(context, { type: 'new_session', ...(fromThis && { fromThis }) });
        return focusComposer;
      };
      if (!context.agent.view?.run) return begin();
      return (await import('./steps/ask-before.ts')).askBeforeEndingRun(context, 'new_session', begin);
    },
  },
  switch_session: {
    label: 'Resume a session',
    group: 'pi',
    /** The argument is the id of the session. */
    async run(context) {
      const { pickSession, resume } = await import('./steps/session-steps.svelte.ts');
      return context.argument === null ? pickSession(context) : resume(context, context.argument);
    },
  },
  set_session_name: {
    label: 'Name this session',
    group: 'pi',
    slash: { name: 'name', description: 'Name this session', hint: '<name>' },
    run: async (context) =>
      context.argument
        ? send(context, { type: 'set_session_name', name: context.argument })
        : (await import('./steps/session-steps.svelte.ts')).nameSession(context),
  },
  fork: {
    label: 'Go back to a message (fork)',
    group: 'pi',
    slash: { name: 'fork', description: 'Go back to before a message' },
    /** The argument is the id of the message's entry. */
    async run(context) {
      const { fork, forkBefore } = await import('./steps/session-steps.svelte.ts');
      return context.argument === null ? fork(context) : forkBefore(context, context.argument);
    },
  },
  clone: {
    label: 'Clone this session',
    group: 'pi',
    slash: { name: 'clone', description: 'Continue in a copy of this session' },
    run: async (context) => (await import('./steps/session-steps.svelte.ts')).clone(context),
  },
  compact: {
    label: 'Compact the conversation',
    group: 'pi',
    slash: {
      name: 'compact',
      description: 'Summarize the conversation to make room',
      hint: '[what to keep]',
    },
    /** The argument contains the instructions for the summary; it may be empty. */
    run: async (context) => (await import('./steps/session-steps.svelte.ts')).compact(context),
  },
  export_html: {
    label: 'Download the session as HTML',
    group: 'pi',
    slash: { name: 'export', description: 'Download the session as HTML', hint: '[file name]' },
    /** The argument is the name of the file. */
    run: async (context) => (await import('./steps/answer-steps.ts')).exportHtml(context),
  },
  panel_share: {
    label: 'Share this session',
    group: 'panel',
    slash: { name: 'share', description: 'Share this session as a gist' },
    run: async (context) => (await import('./steps/share-steps.ts')).share(context),
  },
  panel_bug: {
    label: 'Report a bug in pi',
    group: 'panel',
    slash: { name: 'bug', description: 'Report a bug to the developers of pi', hint: '[what went wrong]' },
    /** The argument is what went wrong. */
    run: async (context) => (await import('./steps/bug-steps.ts')).reportBug(context),
  },
  get_session_stats: {
    label: 'Session: tokens and cost',
    group: 'pi',
    slash: { name: 'session', description: 'Tokens and cost of this session' },
    run: async (context) => (await import('./steps/answer-steps.ts')).showStats(context),
  },
  get_last_assistant_text: {
    label: 'Copy the last answer',
    group: 'pi',
    slash: { name: 'copy', description: 'Copy the last answer' },
    run: async (context) => (await import('./steps/answer-steps.ts')).copyLastAnswer(context),
  },
  get_tree: {
    label: 'Show the session as a tree',
    group: 'pi',
    slash: { name: 'tree', description: 'Go to another point in the session, or see it as a tree' },
    instead: ({ companionProblem }) => (companionProblem === null ? 'panel_navigate' : null),
    run: async (context) => (await import('./steps/answer-steps.ts')).showTreeText(context),
  },
  session_tree_text: {
    label: 'Show the session tree as text',
    group: 'page',
    run: async (context) => (await import('./steps/answer-steps.ts')).showTreeText(context),
  },
  panel_navigate: {
    label: 'Go to another point in the session, or label it',
    group: 'panel',
    /** The argument is the id of the entry to go to: the end of another branch. */
    async run(context) {
      const { goToBranch, showTree } = await import('./steps/companion-steps.ts');
      return context.argument === null ? showTree(context) : goToBranch(context, context.argument);
    },
  },
  panel_label: {
    label: 'Label a message',
    group: 'panel',
    /** The argument is the id of the message's entry. */
    async run(context) {
      const { labelEntry, showTree } = await import('./steps/companion-steps.ts');
      return context.argument === null ? showTree(context) : labelEntry(context, context.argument);
    },
  },
  edit_message: {
    label: 'Edit a message and resend it',
    group: 'panel',
    /** The argument is the id of the message's entry. */
    run: async (context) => (await import('./steps/message-steps.ts')).edit(context),
  },
  answer_again: {
    label: 'Retry an answer',
    group: 'panel',
    unavailable: ({ entries }) =>
      entries.some(({ message }) => message.role === 'user') ? null : t('There is no message yet.'),
    /** The argument is the id of the message's entry; without one, the last message is used. */
    run: async (context) => (await import('./steps/message-steps.ts')).askAgain(context),
  },
} as const satisfies Record<string, Entry>;
