// Copies what extensions copy, with the permission of the browser. If the browser refuses, as it does for a page without
// the focus, the user can copy by a button, which the browser allows.
import { t, plural } from '../../language/text.ts';
import type { ToastAction } from '../../state/notices/toasts.svelte.ts';

interface ClipboardOptions {
  copy: (text: string) => Promise<boolean>;
  hasFocus: () => boolean;
  show: (kind: 'info' | 'warning', message: string, action?: ToastAction) => void;
}

/** Resolves once the text is in the clipboard or the user was asked. */
export async function copyForExtension(text: string, options: ClipboardOptions): Promise<void> {
  const { copy, hasFocus, show } = options;
  const isCopied = hasFocus() && (await copy(text));
  const { length } = [...text];
  if (isCopied)
    return show(
      'info',
      plural(length, [
        'An extension copied {count} character to your clipboard.',
        'An extension copied {count} characters to your clipboard.',
      ]),
    );
  show('warning', t('An extension wants to copy a text. The browser copies it only if you say so.'), {
    label: t('Copy'),
    act: () =>
      void copy(text).then((isDone) => {
        if (!isDone) show('warning', t('The browser refused to copy the text.'));
      }),
  });
}
