// Whether the browser has stored a text, and a reload of the page finds it again.

/** Whether this text is the `text` of something stored, such as a draft, an attachment or an unsaved file. */
export function isStoredText(text: string): boolean {
  const member = `"text":${JSON.stringify(text)}`;
  return ['sessionStorage', 'localStorage'].some((area) =>
    valuesIn(area).some((value) => value.includes(member)),
  );
}

/** Empty if the browser blocks storage, and texts are kept only until the page is closed. */
function valuesIn(area: string): string[] {
  try {
    const storage = (globalThis as Record<string, unknown>)[area] as Storage | undefined;
    return Array.from({ length: storage?.length ?? 0 }, (_, at) => storage!.getItem(storage!.key(at)!) ?? '');
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return [];
  }
}
