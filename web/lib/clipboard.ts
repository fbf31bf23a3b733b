/** False when the browser refused. Works without the clipboard API too, which a page over plain HTTP does not have. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  const before = document.activeElement;
  field.value = text;
  field.style.position = 'fixed';
  document.body.append(field);
  field.select();
  try {
    // Deprecated, and the only way there is without a secure context.
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
