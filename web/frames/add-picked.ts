// Adds a picked element to the message in the composer, as a chip that the user can comment on, and its picture.
import type { PickedElement } from '../../shared/frames.ts';
import type { PreviewRequest } from '../state/workbench/requests.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import { writeAddress } from './read-address.ts';

/** The title is for the model, too, so it is in English like the rest of the message. */
export function addPicked(
  workbench: Workbench,
  { element, picture }: { element: PickedElement; picture: Blob | null },
  place: PreviewRequest,
): void {
  const title = `Element ${element.selector}`;
  const composer = workbench.composer.get();
  composer.addComment({ title, quote: quoteOf(element, place), place: { preview: place }, comment: '' });
  if (picture) composer.attach([new File([picture], `${title}.jpg`, { type: 'image/jpeg' })]);
}

/** What a frame says may contain anything; it is quoted as text. */
function quoteOf(
  { tag, text, width, height, styles, component, source }: PickedElement,
  place: PreviewRequest,
): string {
  return [
    `page: ${writeAddress(place)}`,
    tag,
    text && `text: ${text}`,
    `size: ${width} x ${height} px`,
    styles.length > 0 && `styles: ${styles.join('; ')}`,
    component && `component: ${component}`,
    source && `source: ${source}`,
  ]
    .filter(Boolean)
    .join('\n');
}
