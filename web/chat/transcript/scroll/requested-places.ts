// Shows the places that other regions request: the card of a tool call, a message, or an entry of the session. Each
// function is an attachment of the element with the rows, and runs again for each request.
import { untrack } from 'svelte';
import { t } from '../../../language/text.ts';
import { errorText } from '../../../../shared/error-text.ts';
import type { Actions } from '../../../actions/actions.svelte.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { EntryRequest } from '../../../state/workbench/requests.ts';
import type { Toasts } from '../../../state/notices/toasts.svelte.ts';
import type { Workbench } from '../../../state/workbench/workbench.svelte.ts';
import type { OlderRows } from './older-rows.svelte.ts';

interface RequestedPlacesOptions {
  agent: () => Agent;
  workbench: Workbench;
  older: OlderRows;
  actions: Actions;
  toasts: Toasts;
}

export class RequestedPlaces {
  readonly #options: RequestedPlacesOptions;

  constructor(options: RequestedPlacesOptions) {
    this.#options = options;
  }

  readonly showCall = (log: HTMLElement): void => {
    const { workbench, older } = this.#options;
    const request = workbench.callRequest;
    if (request) untrack(() => void older.showCall(request.id, log));
  };

  readonly showMessage = (log: HTMLElement): void => {
    const { workbench, older } = this.#options;
    const request = workbench.messageRequest;
    if (request) untrack(() => void older.showPlace(request, log));
  };

  readonly showEntry = (log: HTMLElement): void => {
    const { workbench, agent } = this.#options;
    const request = workbench.entryRequest;
    if (request?.session !== (agent().view?.session?.id ?? null)) return;
    untrack(() => {
      workbench.entryRequest = null;
      void this.#showEntry(request, log);
    });
  };

  async #showEntry({ entry, call }: EntryRequest, log: HTMLElement): Promise<void> {
    const { agent, older, actions, toasts } = this.#options;
    try {
      const place = await agent().search.findEntry(entry);
      const act = (): void => actions.run('panel_navigate', { argument: entry });
      if (!place.isOnBranch)
        toasts.show('info', t('This is on another branch of the session.'), { label: t('Go there'), act });
      else if (!(await older.showPlace({ ...place, ...(call !== undefined && { call }) }, log)))
        toasts.show('info', t('The conversation does not show this entry: pi tried again after it.'));
    } catch (error) {
      toasts.show('error', errorText(error));
    }
  }
}
