// The type of an action, the conditions under which it can run, and its requests to pi. The actions themselves are in
// the files of their groups; table.ts lists them all.
import { t, type Text } from '../language/text.ts';
import { factsOf, missingAbility } from '../../shared/pi/command-facts.ts';
import { sinceWhich } from '../../shared/pi/abilities.ts';
import type { NoticeKind } from '../../shared/pi/dialogs.ts';
import type { View } from '../../shared/view/view.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { FocusClaim } from '../lib/browser/focus-claim.ts';
import type { Agent } from '../state/agent/agent.svelte.ts';
import type { Overview as AllAgents } from '../state/panel/overview.svelte.ts';
import type { Layout } from '../state/workbench/layout.svelte.ts';
import type { Slash } from '../state/workbench/region.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import type { Panel } from '../state/panel/panel.svelte.ts';
import type { Outcome, Question } from './steps/step.ts';

/** The facts that an action needs about the other agents. */
export type Overview = Pick<AllAgents, 'agents' | 'nextUrgent'>;

/** The entry of an action in the table of its group; its key there is its id. */
export interface Entry {
  label: Text;
  /** The hole `{n}` of its label. */
  n?: number;
  /** `pi`: the id is a command of pi's. `panel`: the panel's extension inside pi does it. `page`: the page does. */
  group: 'pi' | 'panel' | 'page';
  /** The default key: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  slash?: Slash<Text>;
  /** It does not need a running agent, although it belongs to pi. */
  needsNoAgent?: true;
  /** Why it has nothing to do now; null when it has. */
  lack?: (view: View, overview: Overview) => string | null;
  /** Id of the action that a key, a button or a slash command runs in its place; null for itself. */
  instead?: (view: View) => string | null;
  run: (context: ActionContext) => Outcome | Promise<Outcome>;
}

export interface Action extends Omit<Entry, 'label' | 'slash'> {
  id: string;
  /** In the language of the page. */
  label: string;
  /** The same in English. */
  english?: string;
  slash?: Slash;
  /** The heading that the palette lists it under. */
  section: string;
  /** The key of an extension's shortcut, as pi writes it. */
  piKey?: string;
}

export interface ActionContext {
  readonly agent: Agent;
  readonly view: View;
  readonly panel: Pick<
    Panel,
    'agent' | 'end' | 'endOtherLinks' | 'overview' | 'show' | 'start' | 'worktreeRequest'
  >;
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
    if (ability)
      return t('pi {version} cannot: it takes {since} or newer.', {
        version: view.version ?? '',
        since: sinceWhich(ability),
      });
    if (view.exit) return t('The agent is gone: restart it.');
    if (!view.ready) return t('The agent is still starting.');
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
    throw new Refused(t('An extension held it back.'));
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

/** The button that confirms it. Which of pi's commands end a run is a command fact. */
const RUN_ENDERS = {
  new_session: 'Stop and start a new session',
  switch_session: 'Stop and resume',
  fork: 'Stop and fork',
  clone: 'Stop and clone the session',
  compact: 'Stop and compact',
  edit: 'Stop and go back',
  restart: 'Stop and restart',
  trust: 'Stop and trust',
  end: 'Stop and end the agent',
} as const satisfies Record<string, Text>;

/** The act, or the question before it while a run is on. The only place that asks it. */
export function askBeforeEndingRun(
  { agent }: Pick<ActionContext, 'agent'>,
  what: keyof typeof RUN_ENDERS,
  act: Question['act'],
): Outcome | Promise<Outcome> {
  const endsRun =
    what === 'end' || what === 'edit' || what === 'restart' || what === 'trust' || factsOf(what).endsRun;
  if (!agent.view?.run || !endsRun) return act();
  return { kind: 'question', text: t('The agent is running. This stops it.'), yes: t(RUN_ENDERS[what]), act };
}
