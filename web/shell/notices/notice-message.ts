// The message of a notice in the language of the page. Only the panel's own are translated: what an extension says stays
// as it is, even if it happens to be a text of the page.
import type { Notice } from '../../../shared/view/view.ts';
import { isFromPanel } from '../../../shared/view/extension-ui.ts';
import { translate } from '../../language/text.ts';

export const messageOf = (notice: Pick<Notice, 'id' | 'message'>): string =>
  isFromPanel(notice) ? translate(notice.message) : notice.message;
