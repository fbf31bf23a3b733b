// Reads the text of the selected rows: joins the rows of one long line and leaves out line numbers.

/**
 * In `root`, each row is an element with `data-row` whose last child contains the text. A row with `data-continued`
 * continues the line of the row before it.
 */
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
    const isContinued = row.dataset['continued'] !== undefined;
    text = text === null ? part.toString() : `${text}${isContinued ? '' : '\n'}${part.toString()}`;
  }
  return text ?? '';
}
