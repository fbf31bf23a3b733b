// The result that the user chose in the search, for pages that show only some of their rows.
import { createContext } from 'svelte';

export const [getFind, setFind] = createContext<() => string>();
