// Moves an open review to the file or hunk that was requested, or else to the hunk where the user left it.
import { tick, untrack } from 'svelte';
import type { ReviewRequest } from '../../state/workbench/requests.ts';
import type { Place, Review } from './review.svelte.ts';

interface RequestedPlaceOptions {
  /** Null while the review is closed. */
  review: () => Review | null;
  request: () => ReviewRequest | null;
  /** Called for a file whose conflict is to be resolved. */
  onconflict: (path: string) => void;
  list: () =>
    { focus: (place: Place | null) => Promise<void>; scrollToFile: (path: string) => void } | undefined;
}

/** Must be called while a component is being created. */
export function goToRequestedPlaces({ review, request, onconflict, list }: RequestedPlaceOptions): void {
  const shown = $derived(review());
  const isOpen = $derived(shown !== null);
  const wanted = $derived(request());

  $effect(() => {
    const path = wanted?.path;
    if (isOpen && path !== undefined) void tick().then(() => list()?.scrollToFile(path));
  });

  // Goes to the hunk or file that was requested, such as one with a comment, as soon as it is loaded.
  let reached: ReviewRequest | null = null;
  $effect(() => {
    if (!shown || !wanted || reached === wanted) return;
    const { path, hunk } = wanted;
    const place =
      hunk === undefined
        ? shown.firstOf(path ?? '')
        : shown.places.find((each) => each.path === path && each.hunk === hunk);
    if (!place) return;
    reached = wanted;
    untrack(() => {
      if (wanted.isConflict) onconflict(place.path);
      shown.goTo(place);
      void list()?.focus(place);
    });
  });

  // A review that is shown again starts at the hunk where the user left it.
  $effect(() => {
    if (!isOpen) return;
    untrack(() => {
      const current = shown?.current;
      if (!current || (wanted?.path !== undefined && wanted !== reached)) return;
      void tick().then(() => {
        list()?.scrollToFile(current.path);
        return list()?.focus(current);
      });
    });
  });
}
