// Adds a picked element to the message in the composer, as a chip that the user can comment on, and its picture.
import type { PickedElement } from '../../shared/frames.ts';
import { workspacePath } from '../lib/format/workspace-path.ts';
import type { PreviewRequest } from '../state/workbench/requests.ts';
import type { Workbench } from '../state/workbench/workbench.svelte.ts';
import { writeAddress } from './read-address.ts';

export interface PickedPlace {
  /** What the preview shows. */
  place: PreviewRequest;
  workspace: string;
}

/** The title is for the model, too, so it is in English like the rest of the message. */
export function addPicked(
  workbench: Workbench,
  { element, picture }: { element: PickedElement; picture: Blob | null },
  { place, workspace }: PickedPlace,
): void {
  const title = `Element ${element.selector}`;
  const composer = workbench.composer.get();
  composer.addComment({
    title,
    quote: quoteOf(element, { place, workspace }),
    place: { preview: place },
    comment: '',
  });
  if (picture) composer.attach([new File([picture], `${title}.jpg`, { type: 'image/jpeg' })]);
}

/** What a frame says may contain anything; it is quoted as text. */
function quoteOf(
  { tag, text, width, height, styles, component, source, frame }: PickedElement,
  { place, workspace }: PickedPlace,
): string {
  const file = source && (workspacePath(workspace, source) ?? source);
  return [
    `page: ${writeAddress(place)}`,
    frame && `frame in the page: ${frame}`,
    tag,
    text && `text: ${text}`,
    `size: ${width} x ${height} px`,
    styles.length > 0 && `styles: ${styles.join('; ')}`,
    component && `component: ${component}`,
    file && `source: ${file}`,
  ]
    .filter(Boolean)
    .join('\n');
}
