// What is said to the agent, and how it is stopped.
import { Refused, ask, type Act } from './page.ts';
import type { Step } from './step.ts';

export const writeMessage: Act =
  ({ workbench }) =>
  () => {
    workbench.tab = 'chat';
    workbench.focusComposer?.();
  };

export const steer: Act = (page) => ({
  kind: 'text',
  title: 'Steer the run',
  placeholder: 'Delivered before the next step',
  yes: 'Steer',
  enter: async (message) => {
    await ask(page, { type: 'steer', message });
    return null;
  },
});

export const followUp: Act = (page) => ({
  kind: 'text',
  title: 'Follow up',
  placeholder: 'Delivered when the agent would stop',
  yes: 'Follow up',
  enter: async (message) => {
    await ask(page, { type: 'follow_up', message });
    return null;
  },
});

export const stop: Act = async ({ agent, workbench }) => {
  const answer = await agent.stop();
  if (!answer.success) throw new Refused(`It could not be stopped: ${answer.error}`);
  const texts = answer.data?.texts ?? [];
  return texts.length > 0 ? () => workbench.insertIntoDraft?.(texts.join('\n\n')) : null;
};

export const takeQueue: Act = async (page) => {
  const { steering, followUp } = await ask<{ steering: string[]; followUp: string[] }>(page, {
    type: 'clear_queue',
  });
  const text = [...steering, ...followUp].join('\n\n');
  return () => page.workbench.insertIntoDraft?.(text);
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
