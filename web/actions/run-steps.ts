// The questions of the palette about a run: what to say to it, which command to run or stop.
import { ask, Refused, send, type ActionContext } from './action.ts';
import type { Outcome, PickStep, TextStep } from './step.ts';

export function steer(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: 'Steer the run',
    placeholder: 'Delivered before the next step',
    yes: 'Steer',
    enter: (message) => sendDuringRun(context, message, 'steer'),
  };
}

export function followUp(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: 'Follow up',
    placeholder: 'Delivered when the agent would stop',
    yes: 'Follow up',
    enter: (message) => sendDuringRun(context, message, 'followUp'),
  };
}

/** As the composer does: if the run is over by then, pi's own `steer` and `follow_up` wait forever. */
function sendDuringRun(context: ActionContext, message: string, streamingBehavior: 'steer' | 'followUp') {
  return send(context, { type: 'prompt', message, streamingBehavior });
}

export function runBash(context: ActionContext): TextStep {
  return {
    kind: 'text',
    title: 'Run a command',
    placeholder: 'Runs in your shell, in the folder of the agent',
    yes: 'Next',
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
      { id: 'shown', label: 'The model sees the output', hint: '!', act: run(false) },
      {
        id: 'hidden',
        label: 'Keep the output from the model',
        hint: '!!',
        lack: view.can.hideBash ? null : 'This pi sends every output to the model.',
        act: run(true),
      },
    ],
  };
}

/** pi's `abort_bash` stops several commands at once: what it would stop is named first. */
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
    title: 'Stop your shell commands',
    items: [
      can.stopEveryBash
        ? { id: 'all', label: `Stop all ${running.length}`, detail: all.join(', '), act }
        : { id: 'last', label: 'Stop the one started last', detail: String(last.args.command), act },
    ],
  };
}
