// Shows the places that other regions request: the card of a tool call, a message, or an entry of the session.
import { untrack } from 'svelte';
import { t } from '../../../language/text.ts';
import { errorText } from '../../../../shared/error-text.ts';
import type { Actions } from '../../../actions/actions.svelte.ts';
import type { Agent } from '../../../state/agent/agent.svelte.ts';
import type { EntryRequest } from '../../../state/workbench/requests.ts';
import type { Toasts } from '../../../state/notices/toasts.svelte.ts';
import type { Workbench } from '../../../state/workbench/workbench.svelte.ts';
import type { OpenFind } from '../../find/open-find.svelte.ts';
import type { OlderRows } from './older-rows.svelte.ts';

interface RequestedPlacesOptions {
  agent: () => Agent;
  workbench: Workbench;
  older: OlderRows;
  find: OpenFind;
  actions: Actions;
  toasts: Toasts;
}

export class RequestedPlaces {
  readonly #options: RequestedPlacesOptions;

  constructor(options: RequestedPlacesOptions) {
    this.#options = options;
  }

  /** An attachment of the element with the rows. Runs again for each request. */
  readonly show = (log: HTMLElement): void => {
    const { workbench, agent, older } = this.#options;
    const place = workbench.chatRequest;
    if (!place || ('entry' in place && place.session !== agent().view?.session?.id)) return;
    untrack(() => {
      workbench.chatRequest = null;
      if ('entry' in place) void this.#showEntry(place, log);
      else if ('key' in place) void older.showPlace(place, log);
      else void older.showCall(place.call, log);
    });
  };

  async #showEntry({ entry, call, query }: EntryRequest, log: HTMLElement): Promise<void> {
    const { agent, older, find, actions, toasts } = this.#options;
    try {
      const { isOnBranch, ...found } = await agent().search.findEntry(entry);
      const place = { ...found, ...(call !== undefined && { call }) };
      const act = (): void => actions.run('panel_navigate', { argument: entry });
      if (!isOnBranch)
        toasts.show('info', t('This is on another branch of the session.'), { label: t('Go there'), act });
      else if (!(await older.showPlace(place, log)))
        toasts.show('info', t("The conversation doesn't show this entry, because pi retried after it."));
      else if (query !== undefined) find.openAt(place, query);
    } catch (error) {
      toasts.show('error', errorText(error));
    }
  }
}
