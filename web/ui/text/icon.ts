// Makes the icons of the page, see scripts/build/plain-icons.ts.
import type { Component, ComponentProps } from 'svelte';
import Icon from './Icon.svelte';

/** `d`: the outline, as the data of a path. */
export function icon(d: string): Component<Omit<ComponentProps<typeof Icon>, 'd'>> {
  // Passes the getters of the props on, so that the icon follows changes.
  return (internals, props) =>
    Icon(internals, Object.defineProperties({ d }, Object.getOwnPropertyDescriptors(props)));
}
