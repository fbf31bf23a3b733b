// The type of an action, the conditions under which it is available, and its requests to pi. The actions are defined in
// the files of their groups; table.ts lists them all.
import { t, type Text } from '../language/text.ts';
import { missingAbility } from '../../shared/pi/command-facts.ts';
import { firstVersionWith } from '../../shared/pi/abilities.ts';
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
import type { Outcome } from './steps/step.ts';

/** The facts that an action needs about the other agents. */
export type Overview = Pick<AllAgents, 'agents' | 'nextUrgent'>;

/** An action in the table of its group. Its key in that table is its id. */
export interface Entry {
  label: Text;
  /** The value of the placeholder `{n}` in the label. */
  n?: number;
  /**
   * `pi`: the id is one of pi's commands. `panel`: done by the panel's extension inside pi. `page`: done by the page.
   */
  group: 'pi' | 'panel' | 'page';
  /** The default key: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
  keys?: string;
  slash?: Slash<Text>;
  /** Set if the action works without a running agent, although it belongs to pi. */
  needsNoAgent?: true;
  /** Returns why the action is unavailable now; null when it is available. */
  unavailable?: (view: View, overview: Overview) => string | null;
  /** Returns the id of the action that a key, a button or a slash command runs instead; null for this action itself. */
  instead?: (view: View) => string | null;
  run: (context: ActionContext) => Outcome | Promise<Outcome>;
}

export interface Action extends Omit<Entry, 'label' | 'slash'> {
  id: string;
  /** The label in the language of the page. */
  label: string;
  /** The label in English. */
  english?: string;
  slash?: Slash;
  /** The heading under which the palette lists the action. */
  section: string;
  /** For a shortcut of an extension, its key in pi's notation. */
  piKey?: string;
}

export interface ActionContext {
  readonly agent: Agent;
  readonly view: View;
  /** The draft that was shown when the action began, as the composer names it. After a wait, another one may be shown. */
  readonly session: string | null;
  readonly panel: Pick<
    Panel,
    | 'agent'
    | 'end'
    | 'endOtherLinks'
    | 'newAgentForm'
    | 'overview'
    | 'show'
    | 'start'
    | 'worktreeRequest'
    | 'isAddingPanel'
  >;
  readonly workbench: Workbench;
  readonly layout: Layout;
  /**
   * The input of the action, such as an id or the argument of its slash command; null when the action must ask for it.
   */
  readonly argument: string | null;
  /** Whether the action may still move the focus: false once the user has focused something else. */
  readonly isFocusFree: FocusClaim;
  /** Shows a toast. */
  readonly notify: (kind: NoticeKind, message: string) => void;
}

/** An action was refused. The message gives the reason. */
export class Refused extends Error {}

/** An extension canceled the action, which is not a failure. */
export class Canceled extends Refused {}

/** Whether the action needs pi, which is still starting or still loads a session. */
export function isEarly({ group, needsNoAgent }: Action, { exit, ready }: View): boolean {
  return group !== 'page' && !needsNoAgent && !exit && !ready;
}

/** Returns why this action is unavailable now; null when it is available. */
export function unavailableReason(
  { id, group, needsNoAgent, unavailable }: Action,
  view: View,
  overview: Overview,
): string | null {
  if (group !== 'page' && !needsNoAgent) {
    const ability = group === 'pi' ? missingAbility({ type: id }, view.can) : undefined;
    if (ability)
      return t("pi {version} can't do this: it needs {since} or newer.", {
        version: view.version ?? '',
        since: firstVersionWith(ability),
      });
    if (view.exit) return t('The agent has exited: restart it.');
    if (!view.ready) return t('The agent is still starting.');
    if (group === 'panel' && view.companionProblem) return view.companionProblem;
  }
  return unavailable?.(view, overview) ?? null;
}

/** Sends a command and returns pi's answer. Throws Refused if pi or the panel refuses, or an extension cancels it. */
export async function ask<T = unknown>(
  { agent }: Pick<ActionContext, 'agent'>,
  command: PageCommand,
): Promise<T> {
  const answer = await agent.send<T>(command);
  if (!answer.success) throw new Refused(answer.error);
  if ((answer.data as { cancelled?: boolean } | null | undefined)?.cancelled && command.type !== 'bash')
    throw new Canceled(t('Canceled by an extension.'));
  return answer.data as T;
}

/** Sends a command whose effect is visible without further feedback. */
export async function send(context: ActionContext, command: PageCommand): Promise<null> {
  await ask(context, command);
  return null;
}

/**
 * Returns a function that adds `text` to the draft of `session`, or to the one that is shown if that is null, shows the composer and, if the focus is free, moves it there.
 */
export function toComposer(
  { isFocusFree, workbench }: ActionContext,
  text?: string,
  session: string | null = null,
): () => void {
  return () => {
    workbench.tab = 'chat';
    if (text) workbench.composer.get().insert(text, session);
    if (isFocusFree()) workbench.composer.get().focus();
  };
}
