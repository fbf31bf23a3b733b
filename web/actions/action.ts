// The type of an action, the conditions under which it can run, and its requests to pi. The actions themselves are in
// the files of their groups; table.ts lists them all.
import { factsOf, missingAbility } from '../../shared/pi/command-facts.ts';
import { sinceWhich } from '../../shared/pi/abilities.ts';
import type { NoticeKind } from '../../shared/pi/dialogs.ts';
import type { View } from '../../shared/view/view.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { FocusClaim } from '../lib/focus-claim.ts';
import type { Agent } from '../state/agent.svelte.ts';
import type { Overview as AllAgents } from '../state/overview.svelte.ts';
import type { Layout } from '../state/layout.svelte.ts';
import type { Slash } from '../state/region.ts';
import type { Workbench } from '../state/workbench.svelte.ts';
import type { Panel } from '../state/panel.svelte.ts';
import type { Outcome, Question } from './step.ts';

/** The facts that an action needs about the other agents. */
export type Overview = Pick<AllAgents, 'agents' | 'nextUrgent'>;

/** The entry of an action in the table of its group; its key there is its id. */
export interface Entry {
  label: string;
  /** `pi`: the id is a command of pi's. `panel`: the panel's extension inside pi does it. `page`: the page does. */
  group: 'pi' | 'panel' | 'page';
  /** The default key: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  slash?: Slash;
  /** It does not need a running agent, although it belongs to pi. */
  needsNoAgent?: true;
  /** Why it has nothing to do now; null when it has. */
  lack?: (view: View, overview: Overview) => string | null;
  /** Id of the action that a key, a button or a slash command runs in its place; null for itself. */
  instead?: (view: View) => string | null;
  run: (context: ActionContext) => Outcome | Promise<Outcome>;
}

export interface Action extends Entry {
  id: string;
  /** The heading that the palette lists it under. */
  section: string;
  /** The key of an extension's shortcut, as pi writes it. */
  piKey?: string;
}

export interface ActionContext {
  readonly agent: Agent;
  readonly view: View;
  readonly panel: Pick<Panel, 'agent' | 'end' | 'endOtherLinks' | 'overview' | 'show' | 'start'>;
  readonly workbench: Workbench;
  readonly layout: Layout;
  /** The input the action would otherwise ask for, such as an id or the argument of its slash command; null: it has to ask. */
  readonly argument: string | null;
  /** The focus may be moved for it: the user has not gone on elsewhere since. */
  readonly isFocusFree: FocusClaim;
  /** A toast. */
  readonly notify: (kind: NoticeKind, message: string) => void;
}

/** Something was not done; the message says what and why. */
export class Refused extends Error {}

/** Why this action cannot run now; null when it can. */
export function lackOf(
  { id, group, needsNoAgent, lack }: Action,
  view: View,
  overview: Overview,
): string | null {
  if (group !== 'page' && !needsNoAgent) {
    const ability = group === 'pi' ? missingAbility({ type: id }, view.can) : undefined;
    if (ability) return `pi ${view.version} cannot: it takes ${sinceWhich(ability)} or newer.`;
    if (view.exit) return 'The agent is gone: restart it.';
    if (!view.ready) return 'The agent is still starting.';
    if (group === 'panel' && view.companionLack) return view.companionLack;
  }
  return lack?.(view, overview) ?? null;
}

/** pi's answer to a command. Throws Refused when pi or the panel refuses it, or an extension cancels it. */
export async function ask<T = unknown>(
  { agent }: Pick<ActionContext, 'agent'>,
  command: PageCommand,
): Promise<T> {
  const answer = await agent.send<T>(command);
  if (!answer.success) throw new Refused(answer.error);
  if ((answer.data as { cancelled?: boolean } | null | undefined)?.cancelled && command.type !== 'bash')
    throw new Refused('An extension held it back.');
  return answer.data as T;
}

/** The outcome of a command whose effect shows by itself. */
export async function send(context: ActionContext, command: PageCommand): Promise<null> {
  await ask(context, command);
  return null;
}

/** Shows the composer and moves the focus into it if that is free, after adding `text` to the draft. */
export function toComposer({ isFocusFree, workbench }: ActionContext, text?: string): () => void {
  return () => {
    workbench.tab = 'chat';
    if (text) workbench.composer.get().insert(text);
    if (isFocusFree()) workbench.composer.get().focus();
  };
}

/** How the button that confirms it continues after "Stop and". Which of pi's commands end a run is a command fact. */
const RUN_ENDERS = {
  new_session: 'start a new session',
  switch_session: 'resume',
  fork: 'fork',
  clone: 'clone the session',
  compact: 'compact',
  edit: 'go back',
  restart: 'restart',
  trust: 'trust',
  end: 'end the agent',
} as const;

/** The act, or the question before it while a run is on. The only place that asks it. */
export function askBeforeEndingRun(
  { agent }: Pick<ActionContext, 'agent'>,
  what: keyof typeof RUN_ENDERS,
  act: Question['act'],
): Outcome | Promise<Outcome> {
  const endsRun =
    what === 'end' || what === 'edit' || what === 'restart' || what === 'trust' || factsOf(what).endsRun;
  if (!agent.view?.run || !endsRun) return act();
  const yes = `Stop and ${RUN_ENDERS[what]}`;
  return { kind: 'question', text: 'The agent is running. This stops it.', yes, act };
}
