// One line of Markdown as plain text, without the marks that a page would not show.

export function plainLine(line: string): string {
  const words = line.trim().replace(/^(?:(?:#{1,6}|[*+>-])\s+)+(?:\[[ x]\]\s+)?/, '');
  // Marks inside code are plain text, so code is set aside first.
  const code: string[] = [];
  return words
    .replaceAll(
      /(`+)\s?(.+?)\s?\1(?!`)/g,
      (_all, _marks, text: string) => `\ue000${code.push(text) - 1}\ue000`,
    )
    .replaceAll(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replaceAll(/(?<![\\\w])(\*\*|__|~~)(?=\S)(.+?)(?<=\S)\1(?!\w)/g, '$2')
    .replaceAll(/(?<![\\\w*])([*_])(?=[^\s*_])([^*_]+?)(?<=\S)\1(?!\w)/g, '$2')
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll(/\ue000(\d+)\ue000/g, (all, at: string) => code[Number(at)] ?? all);
}

/** A line without words: the fence of a code block, a rule, or a tag alone. */
const MARK_LINE = /^\s*(?:```|~~~|---|<[^<>]*>\s*$)/;

/**
 * Returns what a prompt is about: the first sentence of its first line with words, or that line if it is shorter.
 */
export function promptTitle(prompt: string): string {
  const lines = prompt.split('\n').filter((each) => plainLine(each) !== '');
  const line = plainLine(lines.find((each) => !MARK_LINE.test(each)) ?? lines[0] ?? '');
  const sentence = /^.{12,}?(?:[.!?](?=\s+[^\sa-z])|[。！？])/.exec(line)?.[0] ?? line;
  return sentence.replace(/[.。]$/, '');
}
