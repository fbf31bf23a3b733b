// What is said to the agent, and how it is stopped.
import { Refused, ask, type Act } from './page.ts';
import type { Step, TextStep } from './step.ts';

export const writeMessage: Act =
  ({ workbench }) =>
  () => {
    workbench.tab = 'chat';
    workbench.composer.get().focus();
  };

interface Saying extends Pick<TextStep, 'title' | 'placeholder' | 'yes'> {
  streamingBehavior: 'steer' | 'followUp';
}

export const steer = saying({
  title: 'Steer the run',
  placeholder: 'Delivered before the next step',
  yes: 'Steer',
  streamingBehavior: 'steer',
});

export const followUp = saying({
  title: 'Follow up',
  placeholder: 'Delivered when the agent would stop',
  yes: 'Follow up',
  streamingBehavior: 'followUp',
});

/** As the composer does: pi's own `steer` and `follow_up` would wait for good should the run be over by then. */
function saying({ streamingBehavior, ...form }: Saying): Act {
  return (page) => ({
    kind: 'text',
    ...form,
    enter: async (message) => {
      await ask(page, { type: 'prompt', message, streamingBehavior });
      return null;
    },
  });
}

export const stop: Act = async ({ agent, workbench }) => {
  const answer = await agent.stop();
  if (!answer.success) throw new Refused(`It could not be stopped: ${answer.error}`);
  const messages = answer.data?.messages ?? [];
  return messages.length > 0 ? () => workbench.composer.get().giveBack(messages) : null;
};

export const takeQueue: Act = async ({ agent, view, workbench }) => {
  const { steering, followUp, returned } = view.queue;
  const answer = await agent.takeFromQueue([...steering, ...followUp, ...returned].map(({ id }) => id));
  if (!answer.success) throw new Refused(answer.error);
  const messages = answer.data?.messages ?? [];
  return () => workbench.composer.get().giveBack(messages);
};

export const runBash: Act = (page) => ({
  kind: 'text',
  title: 'Run a command',
  placeholder: 'Runs in your shell, in the folder of the agent',
  yes: 'Next',
  enter: async (command) => whoSees(page, command),
});

function whoSees(page: Parameters<Act>[0], command: string): Step {
  const run = (excludeFromContext: boolean) => async () => {
    const answer = await page.agent.bash(command, excludeFromContext);
    if (!answer.success) throw new Refused(answer.error);
    const call = answer.data?.call;
    return call === undefined ? null : () => page.workbench.showRun(call);
  };
  return {
    kind: 'pick',
    title: command,
    items: [
      { id: 'shown', label: 'The model sees the output', hint: '!', act: run(false) },
      {
        id: 'hidden',
        label: 'Keep it from the model',
        hint: '!!',
        lack: page.view.can.hideBash ? undefined : 'This pi sends every output to the model.',
        act: run(true),
      },
    ],
  };
}

/** pi has one word for all of them: what goes with the one that is meant is said before. */
export const stopBash: Act = (page) => {
  const { can, toolRuns } = page.view;
  const running = Object.values(toolRuns).filter(({ user, state }) => user && state === 'running');
  const act = async () => {
    await ask(page, { type: 'abort_bash' });
    return null;
  };
  if (running.length < 2) return act();
  const [all, last] = [running.map(({ args }) => String(args.command)), running.at(-1)!];
  return {
    kind: 'pick',
    title: 'Stop your own commands',
    items: [
      can.stopEveryBash
        ? { id: 'all', label: `Stop all ${running.length}`, detail: all.join(', '), act }
        : { id: 'last', label: 'Stop the one begun last', detail: String(last.args.command), act },
    ],
  };
};
