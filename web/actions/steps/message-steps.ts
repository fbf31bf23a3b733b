// The steps of the actions on messages: edit and resend a message, retry an answer.
import { t } from '../../language/text.ts';
import { errorText } from '../../../shared/error-text.ts';
import { isLostAnswer } from '../../../shared/view/lost-answer.ts';
import { failedAttempt } from '../../../shared/view/transcript.ts';
import type { Entry } from '../../../shared/view/conversation.ts';
import type { ImageContent } from '../../../shared/pi/messages.ts';
import type { TakenMessage } from '../../../shared/wire.ts';
import { messageText, type UserEntry } from '../../state/agent/message-text.ts';
import { ask, Refused, send, type ActionContext } from '../action.ts';
import { askBeforeEndingRun } from './ask-before.ts';
import type { Outcome } from './step.ts';

/** The prompt that makes pi continue after a failed answer. */
const CONTINUE_PROMPT = 'Continue.';

const isUser = (entry: Entry | undefined): entry is UserEntry => entry?.message.role === 'user';

/** Goes back to before one of the user's messages and puts that message into the composer, with its images. */
async function editMessage(context: ActionContext, entryId: string): Promise<Outcome> {
  const entry = context.agent.entries.find(({ id }) => id === entryId);
  const message = isUser(entry) ? await originalMessage(context, entry) : null;
  await stopRun(context);
  const bringBack = context.workbench.transcript.find()?.keepPlace(entry?.key ?? entryId);
  const { text = '', cameFrom } = await ask<{ text?: string; cameFrom?: string }>(context, {
    type: 'panel_navigate',
    entryId,
    summarize: false,
  });
  return () => {
    const { workbench } = context;
    workbench.tab = 'chat';
    const edit = {
      end: cameFrom ?? null,
      oncancel: cameFrom === undefined ? null : () => goBack(context, cameFrom, bringBack),
    };
    const composer = workbench.composer.get();
    void composer
      .edit(message ?? { id: entryId, text, images: [] }, edit, context.session)
      .then(() => context.isFocusFree() && composer.focus());
  };
}

/** Ends the editing of a message. Resolves to whether pi is back at the end of the conversation. */
async function goBack(context: ActionContext, end: string, bringBack = (): void => {}): Promise<boolean> {
  try {
    await ask(context, { type: 'panel_navigate', entryId: end, summarize: false });
    bringBack();
    return true;
  } catch (error) {
    context.notify('error', errorText(error));
    return false;
  }
}

/** pi moves to another point in the session only while it is idle. */
async function stopRun({ agent, session, workbench }: ActionContext): Promise<void> {
  if (!agent.view?.run) return;
  const answer = await agent.stop();
  if (!answer.success) throw new Refused(answer.error);
  const messages = answer.data?.messages ?? [];
  if (messages.length > 0) workbench.composer.get().giveBack(messages, session);
}

/**
 * Decides what a retry does: send the user's message again, or let the agent continue after the work it has done. pi
 * 0.87.1 cannot go back to before a message that nothing follows, so a lost answer is not asked for in the same words.
 */
function retryKind(entries: readonly Entry[]): 'resend' | 'continue' {
  const before = entries.filter(({ message }) => message.role === 'user' || message.role === 'assistant');
  const at = before.findLastIndex(({ message }) => message.role === 'user');
  const canRepeat = (entry: Entry): boolean =>
    !isLostAnswer(entry.message) && Boolean(failedAttempt([entry]));
  return at >= 0 && before.slice(at + 1).every(canRepeat) ? 'resend' : 'continue';
}

export async function retry(context: ActionContext): Promise<null> {
  const { agent } = context;
  const question = agent.entries.findLast(isUser);
  if (!question || retryKind(agent.entries) === 'continue') return prompt(context, CONTINUE_PROMPT);
  return resend(context, question);
}

/**
 * Goes back to before one of the user's messages, by default the last one, and sends it again. The old answer stays as
 * a branch of the session.
 */
async function answerAgain(context: ActionContext, entryId: string | null): Promise<null> {
  const { entries } = context.agent;
  const question = entryId === null ? entries.findLast(isUser) : entries.find(({ id }) => id === entryId);
  if (!isUser(question)) throw new Refused(t("The message isn't loaded. Scroll up to it."));
  await stopRun(context);
  return resend(context, question);
}

async function resend(context: ActionContext, question: UserEntry): Promise<null> {
  const { text, images } = await originalMessage(context, question);
  // This goes back to before the message, so that the model does not receive it twice. It needs the panel's extension.
  if (question.id !== undefined && context.view.companionProblem === null)
    await ask(context, { type: 'panel_navigate', entryId: question.id, summarize: false });
  return prompt(context, text, images);
}

/** Compacts the conversation, and then lets the agent continue with the smaller context. */
export async function compactAndRetry(context: ActionContext): Promise<null> {
  await ask(context, { type: 'compact' });
  return prompt(context, CONTINUE_PROMPT);
}

function prompt(context: ActionContext, message: string, images: ImageContent[] = []): Promise<null> {
  return send(context, { type: 'prompt', message, ...(images.length > 0 && { images }) });
}

/** Returns a message as the user typed it, with the bytes of its images. */
async function originalMessage({ agent }: ActionContext, entry: UserEntry): Promise<TakenMessage> {
  const { content } = entry.message;
  const text = await messageText(agent, entry);
  const stored = typeof content === 'string' ? [] : content.filter((block) => block.type === 'image');
  const images = stored.map(async ({ mimeType, panel_ref: reference = '' }): Promise<ImageContent> => {
    const response = await agent.api.fetch(`${agent.path}/images/${encodeURIComponent(reference)}`);
    return { type: 'image', mimeType, data: await base64Of(await response.blob()) };
  });
  return { id: entry.key, text, images: await Promise.all(images) };
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  reader.onload = () => resolve();
  reader.onerror = () => reject(reader.error ?? new Error('The image could not be read.'));
  reader.readAsDataURL(blob);
  await promise;
  return (reader.result as string).replace(/^[^,]*,/, '');
}

/** Edits the message in the argument. Without one, shows the tree, in which one can be chosen. */
export async function edit(context: ActionContext): Promise<Outcome> {
  const { argument } = context;
  if (argument === null) return (await import('./companion-steps.ts')).showTree(context);
  return askBeforeEndingRun(context, 'edit', () => editMessage(context, argument));
}

/** Asks for another answer to the message in the argument, or to the last one. */
export function askAgain(context: ActionContext): Outcome | Promise<Outcome> {
  return askBeforeEndingRun(context, 'edit', () => answerAgain(context, context.argument));
}
