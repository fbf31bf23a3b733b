// What an act of the palette has to work with, and how it asks pi.
import type { Agent } from '../state/agent.svelte.ts';
import type { Workbench } from '../state/workbench.svelte.ts';
import type { NoticeKind } from '../../shared/pi/dialogs.ts';
import type { View } from '../../shared/view/view.ts';
import type { PageCommand } from '../../shared/wire.ts';
import type { Outcome } from './step.ts';

export interface Page {
  agent: Agent;
  view: View;
  workbench: Workbench;
  say(kind: NoticeKind, message: string): void;
}

export type Act = (page: Page) => Outcome | Promise<Outcome>;

/** Something was not done; the message says what and why. */
export class Refused extends Error {}

/** pi's answer to a command. Throws a Refused when pi or the panel says no, or an extension holds it back. */
export async function ask<T = unknown>(page: Page, command: PageCommand): Promise<T> {
  const answer = await page.agent.send<T>(command);
  if (!answer.success) throw new Refused(answer.error);
  if ((answer.data as { cancelled?: boolean } | null | undefined)?.cancelled && command.type !== 'bash')
    throw new Refused('An extension held it back.');
  return answer.data as T;
}

/** An act that is one command without an argument, and whose effect shows by itself. */
export function just(command: PageCommand): Act {
  return async (page) => {
    await ask(page, command);
    return null;
  };
}
