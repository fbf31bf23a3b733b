// The text of the selected rows: pieces of one long line are put together again, and line numbers are left out.

/** `root` has the rows as elements with `data-row`, whose last child has the text; `data-continued`: of the same line. */
export function selectedText(root: HTMLElement, range: Range): string {
  let text: string | null = null;
  for (const row of root.querySelectorAll<HTMLElement>('[data-row]')) {
    if (!row.lastElementChild || !range.intersectsNode(row)) continue;
    const part = document.createRange();
    part.selectNodeContents(row.lastElementChild);
    if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
      part.setStart(range.startContainer, range.startOffset);
    if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
      part.setEnd(range.endContainer, range.endOffset);
    const isSameLine = row.dataset['continued'] !== undefined;
    text = text === null ? part.toString() : `${text}${isSameLine ? '' : '\n'}${part.toString()}`;
  }
  return text ?? '';
}
