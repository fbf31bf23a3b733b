// Palette steps about sessions: resume, fork, name and compact them.
import { tick } from 'svelte';
import { t } from '../../language/text.ts';
import { promptTitle } from '../../../shared/plain-line.ts';
import type { StoredSessions } from '../../../shared/stored-sessions.ts';
import { when } from '../../lib/when.svelte.ts';
import { relativeTime } from '../../lib/format/relative-time.ts';
import type { Agent } from '../../state/agent/agent.svelte.ts';
import { ask, send, toComposer, type ActionContext } from '../action.ts';
import { askBeforeEndingRun } from './ask-before.ts';
import type { Item, Outcome, PickStep, TextStep } from './step.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** Compacts with the instructions in the argument. Without an argument, asks for instructions first. */
export function compact(context: ActionContext): Outcome | Promise<Outcome> {
  if (context.argument !== null) return compactWith(context, context.argument);
  return {
    kind: 'text',
    title: t('Compact the conversation'),
    placeholder: t('What the summary should keep (optional)'),
    isOptional: true,
    yes: t('Compact'),
    enter: async (text) => compactWith(context, text.trim()),
  };
}

function compactWith(context: ActionContext, instructions: string): Outcome | Promise<Outcome> {
  return askBeforeEndingRun(context, 'compact', () => {
    // Compacting takes as long as an answer, and the page shows its progress, so nothing waits for it here.
    send(context, { type: 'compact', ...(instructions && { customInstructions: instructions }) }).catch(
      (error: Error) => context.notify('warning', error.message),
    );
    return null;
  });
}

export function clone(context: ActionContext): Outcome | Promise<Outcome> {
  return askBeforeEndingRun(context, 'clone', async () => {
    await ask(context, { type: 'clone' });
    context.notify('info', t('This is the copy. New messages go into it, not into the original session.'));
    return null;
  });
}

export function nameSession(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: t('Name this session'),
    placeholder: t('Name'),
    value: context.view.session?.name ?? promptTitle(context.view.session?.firstMessage ?? ''),
    yes: t('Name it'),
    enter: (name) => send(context, { type: 'set_session_name', name: name.trim() }),
  };
}

export async function fork(context: ActionContext): Promise<PickStep> {
  const { messages } = await ask<{ messages: { entryId: string; text: string }[] }>(context, {
    type: 'get_fork_messages',
  });
  return {
    kind: 'pick',
    title: t('Go back to which message?'),
    note: t('The conversation before it becomes a new session; its text goes back into the composer.'),
    none: t('This session has no messages yet.'),
    items: messages.toReversed().map(({ entryId, text }) => ({
      id: entryId,
      label: cutText(text.replace(/\s+/g, ' ').trim(), 200) || t('A message without text'),
      act: () => askBeforeEndingRun(context, 'fork', () => forkAt(context, entryId, text)),
    })),
  };
}

/** Forks before the message with this entry id, without asking which message. */
export function forkBefore(context: ActionContext, entryId: string): Outcome | Promise<Outcome> {
  return askBeforeEndingRun(context, 'fork', () => forkAt(context, entryId, ''));
}

async function forkAt(context: ActionContext, entryId: string, text: string): Promise<Outcome> {
  const before = context.agent.view?.session?.id;
  const forked = await ask<{ text?: string }>(context, { type: 'fork', entryId });
  await waitForOtherSession(context.agent, before);
  // The user may show another agent by now.
  return toComposer(context, forked.text ?? text, context.agent.view?.session?.id ?? null);
}

/**
 * Resolves as soon as the page shows another session. pi's answer to a fork may arrive before the snapshot of the new
 * session, to whose draft the text of the message belongs.
 */
async function waitForOtherSession(agent: Agent, before: string | undefined): Promise<void> {
  await when(() => agent.view?.session?.id !== before);
  // After this tick, everything that depends on the session, such as the composer's draft, has changed too.
  await tick();
}

export async function pickSession(context: ActionContext): Promise<PickStep> {
  return {
    kind: 'pick',
    title: t('Session'),
    items: await sessionItems(context),
    none: t('Sessions of this workspace appear here after the first answer.'),
  };
}

export async function sessionItems(context: ActionContext): Promise<Item[]> {
  const query = new URLSearchParams({ workspace: context.view.workspace });
  const { sessions } = await context.agent.api.json<StoredSessions>(`api/sessions?${query}`);
  return sessions.map(({ id, name, firstMessage, modified }) => ({
    id: `session:${id}`,
    label: name || promptTitle(firstMessage) || t('Empty session'),
    hint: relativeTime(modified, Date.now()),
    isCurrent: id === context.view.session?.id,
    act: () => resume(context, id),
  }));
}

/**
 * Resumes a session. If that was chosen in the palette, the focus moves to the composer; a row of the Sessions region
 * keeps it.
 */
export function resume(context: ActionContext, session: string): Outcome | Promise<Outcome> {
  const { agent, argument, workbench } = context;
  const done = argument === null ? toComposer(context) : () => void (workbench.tab = 'chat');
  if (session === agent.view?.session?.id) return done;
  return askBeforeEndingRun(context, 'switch_session', async () => {
    const stay = workbench.composer.find()?.leaveSession();
    try {
      const { cancelled } = await ask<{ cancelled?: boolean }>(context, { type: 'switch_session', session });
      if (cancelled) stay?.();
    } catch (error) {
      stay?.();
      throw error;
    }
    return done;
  });
}
