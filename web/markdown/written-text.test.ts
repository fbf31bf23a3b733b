// What people write is what is shown: no letter, digit or sign vanishes or moves unless it is markup. Renders the
// components to a string, as hostile-text.test.ts does, and compares its characters with those of the source.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MarkdownBlocks } from './blocks.ts';
import { renderBlocks } from './fixtures/render-blocks.ts';

/** Sentences as people write them, without markup. In each, every character is to be seen. */
const SENTENCES: Record<string, readonly string[]> = {
  english: [
    'Costs 5~7 units at 100~200 times, about ~12k and ~510k.',
    'Phase 1 is $10K flat, Phase 2 is $8K; $/PR fell but $/session rose. $155 spent, $34 left.',
    'It was 100$/mo and 200$/yr, from $5,000 to 10,000$ in total, or $3.50 a piece and $4 each.',
    'Replace $.ajax/$.get by fetch; lines that match ^$|^\\s*$ are skipped.',
    'See https://example.org/a?b=c&d=e#f, then (https://example.org/g).',
    'The flag --dry-run, 2 * 3 * 4, snake_case_name, a < b > c & d, 50 % of x^2.',
    'Paid $100 (US$) or $50, between $5 and $10, x = 3 and y$; HK$5–HK$6, S$10/S$20, 5 US$ / 6 US$.',
    'f(*args, **kwargs) and g(*a, **k); **/*.ts, **/*.js; ~/src and ~/bin; AT&T; List<String>.',
    '007. is no number, and -5 degrees; see https://example.org/wiki/A_(b)—and https://example.org/x_y_z.',
  ],
  chinese: [
    '访问 https://example.com/docs（中文说明）了解更多。',
    '另见 https://example.com/guide，详见下文；共3~5个、约￥100。',
    '见https://example.com了解更多，打开http://localhost:3000查看；https://example.com/docs了解——这是。',
    '价格$5和5$以及$6；每月$20或每年$200。“引号”和‘单’、C++语言、100%增长、《书》。',
  ],
  japanese: [
    '営業時間は9~12時と13~17時です。',
    '（https://example.com/a）と https://example.com/b、続き。全角「かぎ括弧」も。',
  ],
  korean: [
    '서버를 시작하려면 npm start를 실행하세요(포트 4317).',
    '가격은 5~7천 원입니다.',
    'https://example.com/docs를 참조하고 "인용"을 보세요; $5에서 $10로.',
  ],
  arabic: [
    'أصلح الدالة في الملف ثم شغل الاختبارات (3 من 5).',
    'القيمة من 2000 إلى 5000.',
    'انظر https://example.com/a، ثم «هذا»؛ هل https://example.com/b؟',
  ],
  hebrew: ['תקן את הפונקציה והרץ את הבדיקות (3 מתוך 5).', 'ראה "כאן": https://example.com/a.'],
  russian: ['Замените «старое» на «новое»; ~5 минут, 10–12 шагов.'],
  greek: ['Η τιμή είναι 5~7 ευρώ· δείτε το αρχείο.'],
  hindi: ['फ़ाइल खोलें और परीक्षण चलाएँ (५ में से ३)।', 'देखें https://example.com/a। फिर (यह) करें।'],
  thai: ['เปิดไฟล์แล้วรันการทดสอบ ราคา 5~7 บาท', 'ดูที่ https://example.com/docsครับ และ (นี่)'],
  german: ['Die Größe „groß“ kostet 5 € – etwa ~12 % mehr.'],
  french: ['L’aide coûte 5 € ; voir « guide » à 10 h ~ 12 h.'],
};
const ALL = Object.values(SENTENCES).flat();

/** Ways to put markup around a text that keep all of its characters in sight. */
const AROUND: Record<string, (text: string) => string> = {
  paragraph: (text) => text,
  bold: (text) => `**${text}**`,
  'bold between letters': (text) => `在**「${text}」**里，还有**${text}：**正文（**注意**）です`,
  struck: (text) => `~~${text}~~`,
  heading: (text) => `## ${text}`,
  quote: (text) => `> ${text}`,
  'bold between letters of other scripts': (text) =>
    `و**«${text}»**نص ו**(${text})**טקסט ที่**(${text})**ครับ ด้วย**หมายเหตุ:**ข้อความ **मुख्य।**पाठ`,
  'emphasis beside code and other emphasis': (text) => `和**\`b\`**和***「x」***字~~**「消」**~~字 ${text}`,
  'numbered list': (text) => `3. ${text}\n5. ${text}\n4) ${text}\n\n01. ${text}\n02. ${text}`,
  'numbers in bullets': (text) => `- ${text}\n\n  007. ${text}\n  9. ${text}`,
  bullets: (text) => `- ${text}\n  - ${text}`,
  table: (text) => {
    const cell = text.replaceAll('|', '\\|');
    return `| ${cell} | b |\n| --- | --- |\n| ${cell} | \`a || b\` |\n| x | y | z |`;
  },
};
/** The marks at the start of a line. */
const MARKUP = /^ {0,3}(?:#{1,6} |> |[-*] )|^\| --- \| --- \|$/gm;

/** The characters to be seen, without white space and what may be markup. */
function essence(text: string): string {
  return text.replace(/[\s*`|\\]/g, '').replaceAll('~~', '');
}

function shownText(text: string): string {
  const body = renderBlocks(new MarkdownBlocks().settle(text));
  return (
    body
      .replace(/<!--[^]*?-->/g, '')
      // The browser draws the numbers of a list.
      .replace(/<li([^>]*)>/g, (_, attributes: string) => {
        const [, written] = /list-style-type: ?(?:&quot;|")([^"&]*)/.exec(attributes) ?? [];
        const [, value] = /value="(\d+)"/.exec(attributes) ?? [];
        return written ?? (value === undefined ? '' : `${value}.`);
      })
      .replace(/<button[^>]*aria-label[^]*?<\/button>/g, '')
      .replace(/<[^>]*>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
  );
}

function assertAllShown(source: string): void {
  const wanted = essence(source.replace(MARKUP, ''));
  assert.equal(essence(shownText(source)), wanted, source);
}

for (const [title, wrap] of Object.entries(AROUND))
  test(`every character of a sentence in twelve languages is shown, in its place: ${title}`, () => {
    for (const sentence of ALL) assertAllShown(wrap(sentence));
  });

test('text from right to left runs its way, and so do its lists and tables; code in it does not', () => {
  const source =
    'أصلح الدالة `fetchData` ثم (3 من 5).\n\n1. غيّر `timeout` من `2000`.\n\n| الاسم | القيمة |\n| --- | --- |\n| مهلة | 5000 |\n\n> תקן את זה\n\n`userName` هو اسم.\n\n## عنوان\n\n- [x] تم';
  const body = renderBlocks(new MarkdownBlocks().settle(source));
  const directions = [...body.matchAll(/<(p|ol|ul|table|blockquote|h4|code|td)\b[^>]*?\bdir="(\w+)"/g)];
  assert.deepEqual([...new Set(directions.map(([, tag, direction]) => `${tag} ${direction}`))].toSorted(), [
    'blockquote rtl',
    'code ltr',
    'h4 auto',
    'ol rtl',
    'p auto',
    'table rtl',
    'td auto',
    'ul rtl',
  ]);
});

/** Words in bold between letters that touch them, with the punctuation of their script. */
const BOLD: readonly (readonly [string, string, string])[] = [
  ['含', '「重点」', '内容'],
  ['和', '“引号”', '中文'],
  ['は', '`code`', 'です'],
  ['和', '_斜_', '字'],
  ['增长', '100%', '了'],
  ['입니다 ', '(중요)', '입니다'],
  ['هذا ', '«مهم»', 'جدا'],
  ['و', 'ملاحظة:', 'نص'],
  ['ו', '(חשוב)', 'טקסט'],
  ['ราคา', '(สำคัญ)', 'ครับ'],
  ['', 'मुख्य।', 'पाठ'],
];

test('emphasis begins and ends at the words that its author chose, in every script', () => {
  const source = BOLD.map(([before, bold, after]) => `${before}**${bold}**${after}`).join('，');
  const [paragraph] = new MarkdownBlocks().settle(source) as readonly {
    tokens: { type: string; text: string }[];
  }[];
  const strong = paragraph!.tokens.flatMap(({ type, text }) => (type === 'strong' ? [text] : []));
  assert.deepEqual(
    strong,
    BOLD.map(([, bold]) => bold),
  );
});

test('the numbers of a list are shown as they are written, also with zeros before them', () => {
  for (const source of ['01. a\n02. b\n10. c', '007. a', '1. a\n\n   03. b\n   9. c', '0. a\n1) b'])
    assert.equal(shownText(source).replace(/\s/g, ''), source.replace(/\s/g, ''));
});

test('a file, a prompt or a script may have fences of its own, also while it arrives', () => {
  const inside = '# Title\n\n```bash\nnpm i\n```\n\nMore text';
  for (const [fence, language] of [
    ['```', 'markdown'],
    ['````', 'md'],
    ['~~~', 'mdx'],
    ['```', 'md title="README.md"'],
    ['```', 'text'],
    ['```', 'bash'],
    ['```', ''],
  ] as const) {
    const source = `Here:\n\n${fence}${language}\n${inside}\n${fence}\n\nAfter.`;
    const growing = new MarkdownBlocks();
    for (let end = 1; end < source.length; end++) growing.update(source.slice(0, end));
    assert.deepEqual(growing.settle(source), new MarkdownBlocks().settle(source));
    const blocks = new MarkdownBlocks().settle(source);
    const shown = blocks.filter(({ type }) => type !== 'space') as { type: string; text: string }[];
    assert.deepEqual(
      shown.map(({ type, text }) => [type, text]),
      [
        ['paragraph', 'Here:'],
        ['code', inside],
        ['paragraph', 'After.'],
      ],
    );
  }
});

test('a fence of Markdown without fences inside ends where it is closed', () => {
  const text = '```md\ntext\n```\n\nBetween.\n\n```js\ncode\n```\n';
  const blocks = new MarkdownBlocks().settle(text).filter(({ type }) => type !== 'space');
  assert.deepEqual(
    blocks.map(({ type }) => type),
    ['code', 'paragraph', 'code'],
  );
});

test('sentences of any languages together, under any markup, keep their characters', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...Object.values(AROUND)), fc.constantFrom(...ALL)), {
        minLength: 1,
        maxLength: 5,
      }),
      (parts) => assertAllShown(parts.map(([wrap, sentence]) => wrap(sentence)).join('\n\n')),
    ),
    {
      numRuns: Number(process.env.TEXT_RUNS ?? 100),
      seed: Number(process.env.TEXT_SEED ?? 41),
    },
  );
});
