// Reads the clipboard. The browser asks the user for the permission, or refuses it.

export async function readClipboard(): Promise<{ files: File[]; text: string }> {
  try {
    const items = await navigator.clipboard.read();
    const files = await Promise.all(
      items.flatMap((item) =>
        item.types
          .filter((type) => type.startsWith('image/'))
          .map(async (type) => new File([await item.getType(type)], 'clipboard', { type })),
      ),
    );
    const text = await Promise.all(
      items
        .filter(({ types }) => types.includes('text/plain'))
        .map(async (item) => (await item.getType('text/plain')).text()),
    );
    // Spreadsheets and word processors also put a picture of the text on the clipboard.
    return { files: text.length > 0 ? [] : files, text: text.join('') };
  } catch {
    return { files: [], text: '' };
  }
}
