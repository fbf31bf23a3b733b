// Palette steps about a run: steer it, follow up on it, and run or stop a shell command.
import { t } from '../../language/text.ts';
import { returnedIn } from '../../../shared/view/queue.ts';
import { ask, Refused, send, type ActionContext } from '../action.ts';
import type { Outcome, PickStep, TextStep } from './step.ts';

export function steer(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: t('Steer the run'),
    placeholder: t('Delivered before the next step'),
    yes: t('Steer'),
    enter: (message) => sendDuringRun(context, message, 'steer'),
  };
}

export function followUp(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: t('Follow up'),
    placeholder: t('Sent when the agent finishes'),
    yes: t('Follow up'),
    enter: (message) => sendDuringRun(context, message, 'followUp'),
  };
}

/** Sends a prompt, like the composer. pi's own `steer` and `follow_up` would wait forever if the run has just ended. */
function sendDuringRun(context: ActionContext, message: string, streamingBehavior: 'steer' | 'followUp') {
  return send(context, { type: 'prompt', message, streamingBehavior });
}

export function runBash(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: t('Run a command'),
    placeholder: t('Runs in your shell, in the folder of the agent'),
    yes: t('Next'),
    enter: (command) => Promise.resolve(askWhoSees(context, command)),
  };
}

function askWhoSees({ agent, view, workbench }: ActionContext, command: string): PickStep {
  const run = (excludeFromContext: boolean) => async () => {
    const answer = await agent.bash(command, excludeFromContext);
    if (!answer.success) throw new Refused(answer.error);
    const call = answer.data?.call;
    return call === undefined ? null : () => workbench.showRun(call);
  };
  return {
    kind: 'pick',
    title: command,
    items: [
      { id: 'shown', label: t('The model sees the output'), hint: '!', act: run(false) },
      {
        id: 'hidden',
        label: t('Hide the output from the model'),
        hint: '!!',
        unavailable: view.can.hideBash ? null : t('This pi sends every output to the model.'),
        act: run(true),
      },
    ],
  };
}

/** pi's `abort_bash` may stop several commands at once. Then the palette first shows which commands it would stop. */
export function stopBash(context: ActionContext): Outcome | Promise<Outcome> {
  const { can, toolRuns } = context.view;
  const running = Object.values(toolRuns).filter(({ user, state }) => user && state === 'running');
  const act = async () => {
    await ask(context, { type: 'abort_bash' });
    return null;
  };
  if (running.length < 2) return act();
  const [all, last] = [running.map(({ args }) => String(args.command)), running.at(-1)!];
  return {
    kind: 'pick',
    title: t('Stop your shell commands'),
    items: [
      can.stopEveryBash
        ? { id: 'all', label: t('Stop all {count}', { count: running.length }), detail: all.join(', '), act }
        : { id: 'last', label: t('Stop the latest one'), detail: String(last.args.command), act },
    ],
  };
}

/** Takes all queued and returned messages back into the composer. */
export async function takeBack({ agent, session, view, workbench }: ActionContext): Promise<Outcome> {
  const { steering, followUp } = view.queue;
  const returned = returnedIn(view.session?.id, view.queue);
  const answer = await agent.takeFromQueue([...steering, ...followUp, ...returned].map(({ id }) => id));
  if (!answer.success) throw new Refused(answer.error);
  const messages = answer.data?.messages ?? [];
  return () => workbench.composer.get().giveBack(messages, session);
}
