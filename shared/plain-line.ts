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
 * What people write around a request: greetings and courtesies. Words such as "Hi-fi" and "ok.ts" are none, nor is a word
 * that may belong to what follows: "OK button", "thanks for the file".
 */
const GREETING =
  /^(?:(?:(?:(?:hi|hey|hello) (?:there|pi)|hi|hey|hello(?!,? world\b)|please|good (?:morning|evening))\b|(?:okay|ok|thanks)\b(?=[,.!:–-]|$))(?:[,!?]|[.:–-]*(?:\s|$))+|(?:你好|您好|こんにちは|すみません)[，、,。！! ]*|请|麻烦(?:你|您)?|(?:你|您)?(?:能不能|可以|能)?帮我)/i;
const REQUEST =
  /^(?:(?:can|could|would|will) you|i(?:[’']d| would) like you to|i (?:want|need) you to|i (?:want|need) to|help me(?: to)?|let[’']s)\s+(?:please\s+)?/i;
const THANKS = /(?:,? (?:please|thanks|thank you)| for me)[.!]?$/i;

/** Removes greetings from the beginning, unless nothing else is left. */
function withoutGreeting(text: string): string {
  const rest = afterGreetings(text);
  return isAbout(rest) ? rest : text;
}

function afterGreetings(text: string): string {
  let rest = text;
  for (let before = ''; before !== rest;) {
    before = rest;
    rest = rest.replace(GREETING, '');
  }
  return rest;
}

/** Removes the courtesies around a request, unless nothing else is left. */
function withoutFiller(sentence: string): string {
  const bare = withoutGreeting(sentence.replace(THANKS, ''));
  const [request] = REQUEST.exec(bare) ?? [];
  const rest = request
    ? withoutGreeting(
        bare
          .slice(request.length)
          .replace(/[?？]$/, '')
          .replace(THANKS, ''),
      )
    : bare;
  return isAbout(rest) ? rest : sentence;
}

const isAbout = (text: string): boolean =>
  /\p{L}{2}/u.test(afterGreetings(text).replace(/^(?:please|thanks|thank you)\b/i, ''));

/**
 * Returns what a prompt is about: the first sentence of its first line with words, or that line if it is shorter,
 * without the courtesies around it.
 */
export function promptTitle(prompt: string): string {
  const lines = prompt.split('\n').filter((each) => plainLine(each) !== '');
  const line = plainLine(lines.find((each) => !MARK_LINE.test(each)) ?? lines[0] ?? '');
  const request = withoutGreeting(line);
  const sentence = /^.{12,}?(?:[.!?](?=\s+[^\sa-z])|[。！？])/.exec(request)?.[0] ?? request;
  const title = withoutFiller(sentence.replace(/[.。]$/, ''));
  // Names such as src/app.ts keep their case.
  return line.startsWith(title) ? title : title.replace(/^[a-z]+(?![\w./-])/, upperFirst);
}

const upperFirst = (word: string): string => word[0]!.toUpperCase() + word.slice(1);
