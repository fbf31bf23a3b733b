// What is done to the session as a whole. A new, another, a forked or a compacted one ends a run that is on: that
// is asked first.
import { relativeTime } from '../lib/time.ts';
import type { StoredSessions } from '../../shared/wire.ts';
import { otherSession } from './other-session.svelte.ts';
import { ask, type Act, type Page } from './page.ts';
import type { Item, Outcome, Step } from './step.ts';

/** The act, or the question before it while the agent runs. */
function endingRun(page: Page, yes: string, act: () => Promise<Outcome>): Outcome | Promise<Outcome> {
  if (!page.view.run) return act();
  return {
    kind: 'pick',
    title: 'The agent is running. This stops it.',
    items: [
      { id: 'yes', label: yes, act },
      { id: 'no', label: 'Cancel', act: () => null },
    ],
  };
}

export const newSession: Act = (page) =>
  endingRun(page, 'Stop and start a new session', async () => {
    await ask(page, { type: 'new_session' });
    return toComposer(page);
  });

export const cloneSession: Act = (page) =>
  endingRun(page, 'Stop and clone the session', async () => {
    await ask(page, { type: 'clone' });
    page.say('info', 'This is the copy now; the session before it stays as it is.');
    return null;
  });

export const compact: Act = (page) => ({
  kind: 'text',
  title: 'Compact the conversation',
  placeholder: 'What the summary should keep (may be empty)',
  isOptional: true,
  yes: 'Compact',
  enter: async (text) =>
    endingRun(page, 'Stop and compact', async () => {
      const customInstructions = text.trim();
      const compacting = ask(page, { type: 'compact', ...(customInstructions && { customInstructions }) });
      // It takes as long as an answer does, and the page shows that it goes on.
      compacting.catch((error: Error) => page.say('warning', error.message));
      return null;
    }),
});

export const nameSession: Act = (page) => ({
  kind: 'text',
  title: 'Name this session',
  placeholder: 'Name',
  value: page.view.session?.name ?? '',
  yes: 'Name it',
  enter: async (name) => {
    await ask(page, { type: 'set_session_name', name: name.trim() });
    return null;
  },
});

export const fork: Act = async (page): Promise<Step> => {
  const { messages } = await ask<{ messages: { entryId: string; text: string }[] }>(page, {
    type: 'get_fork_messages',
  });
  return {
    kind: 'pick',
    title: 'Go back to before which message?',
    note: 'What came before it becomes a new session; its text goes back into the composer.',
    none: 'Nothing was said in this session yet.',
    items: messages.toReversed().map(({ entryId, text }) => ({
      id: entryId,
      label: text.replace(/\s+/g, ' ').trim().slice(0, 200) || 'A message without text',
      act: () =>
        endingRun(page, 'Stop and fork', async () => {
          const before = page.agent.view?.session?.id;
          const forked = await ask<{ text?: string }>(page, { type: 'fork', entryId });
          await otherSession(page.agent, before);
          return () => {
            page.workbench.tab = 'chat';
            page.workbench.composer.get().insert(forked.text ?? text);
            page.workbench.composer.get().focus();
          };
        }),
    })),
  };
};

export async function sessionItems(page: Page): Promise<Item[]> {
  const query = new URLSearchParams({ workspace: page.view.workspace });
  const { sessions } = await page.agent.api.json<StoredSessions>(`api/sessions?${query}`);
  return sessions.map(({ id, name, firstMessage, modified }) => ({
    id: `session:${id}`,
    label: name || firstMessage.replace(/\s+/g, ' ').slice(0, 200) || 'Empty session',
    hint: relativeTime(modified, Date.now()),
    isCurrent: id === page.view.session?.id,
    act: () =>
      id === page.view.session?.id
        ? toComposer(page)
        : endingRun(page, 'Stop and resume', async () => {
            await ask(page, { type: 'switch_session', session: id });
            return toComposer(page);
          }),
  }));
}

export const pickSession: Act = async (page): Promise<Step> => ({
  kind: 'pick',
  title: 'Session',
  items: await sessionItems(page),
  none: 'Sessions of this workspace appear here after the first answer.',
});

function toComposer({ workbench }: Page): () => void {
  return () => {
    workbench.tab = 'chat';
    workbench.composer.get().focus();
  };
}
