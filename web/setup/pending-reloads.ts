// The agents for which something was saved that their pi has not loaded yet, by their address in the API.
import { SvelteSet } from 'svelte/reactivity';

export const pendingReloads = new SvelteSet<string>();
