// Explains what was spent: for what, with which part of the prompt and the answer, with which model, and whether a provider
// billed it. Pure.
import { plural, t, type Text } from '../language/text.ts';
import type { CostParts, UsagePrompt, UsageRow, UsageSource } from '../../shared/usage.ts';
import { sumsBy, tokensOf } from './usage-sums.ts';

export interface CostRow {
  key: string;
  label: string;
  /** Null if it is not about tokens. */
  tokens: number | null;
  /** In dollars. */
  cost: number;
}

export interface CostGroup {
  title: string;
  rows: CostRow[];
}

const SOURCES: Readonly<Record<UsageSource, Text>> = {
  answer: 'Answers',
  failed: 'Failed attempts',
  compaction: 'Compaction summaries',
  branch: 'Branch summaries',
  warming: 'Keeping the cache warm',
  child: 'Sub-agents',
  tool: 'Requests of tools',
  other: 'Requests of extensions',
};

const PARTS: readonly { part: keyof CostParts; label: Text }[] = [
  { part: 'input', label: 'Prompt, not cached' },
  { part: 'cacheRead', label: 'Prompt, read from the cache' },
  { part: 'cacheWrite', label: 'Prompt, written to the cache' },
  { part: 'output', label: 'Output' },
];

/** The rest of them is one row. */
const MOST_PROMPTS = 10;

/** Returns the groups, each of which adds up to the whole, except for the last: what the cache had lost is part of it. */
export function costGroups(rows: readonly UsageRow[]): CostGroup[] {
  const sum = (of: (row: UsageRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const total = sum(({ cost }) => cost);
  const billed = sum((row) => row.billed);
  const parts = PARTS.map(({ part, label }) => ({
    key: part,
    label: t(label),
    tokens: sum((row) => row[part]),
    cost: sum(({ costs }) => costs[part]),
  }));
  const rest = total - parts.reduce((all, { cost }) => all + cost, 0);
  const missed = sum((row) => row.missed);
  return [
    { title: t('For what'), rows: bySource(rows) },
    { title: t('Prompt'), rows: byPrompt(rows) },
    {
      title: t('Part of the request'),
      rows: [
        ...parts.filter(({ tokens, cost }) => tokens > 0 || cost > 0),
        // A provider that bills a whole request does not tell its parts.
        ...(rest > 0.000_05 ? [{ key: 'rest', label: t('Not told by part'), tokens: null, cost: rest }] : []),
      ],
    },
    {
      title: t('Model'),
      rows: sumsBy(rows, 'model').map((one) => ({
        key: one.key,
        label: one.key || t('Not known'),
        tokens: tokensOf(one),
        cost: one.cost,
      })),
    },
    {
      title: t('Who says so'),
      rows: [
        { key: 'billed', label: t('Billed by the provider'), tokens: null, cost: billed },
        {
          key: 'estimated',
          label: t('Estimated by pi from its list of prices'),
          tokens: null,
          cost: total - billed,
        },
      ].filter(({ cost }) => cost > 0),
    },
    {
      title: t('Avoidable'),
      rows:
        missed > 0
          ? [
              {
                key: 'missed',
                label: t('Read again, because the cache had lost it'),
                tokens: missed,
                cost: sum((row) => row.missedCost),
              },
            ]
          : [],
    },
  ].filter((group) => group.rows.length > 0);
}

/** The dearest prompts of one session; none if there are not several. */
function byPrompt(rows: readonly UsageRow[]): CostRow[] {
  const prompts = [...Map.groupBy(rows, ({ prompt }) => prompt?.number ?? 0)]
    .map(([number, own]) => rowOf(own, { key: String(number), label: promptLabel(own[0]!.prompt) }))
    .toSorted((a, b) => b.cost - a.cost);
  if (prompts.length < 2) return [];
  const others = prompts.slice(MOST_PROMPTS);
  const shown = prompts.slice(0, MOST_PROMPTS);
  if (others.length === 0) return shown;
  const label = plural(others.length, ['{count} other prompt', '{count} other prompts']);
  const sum = (of: (row: CostRow) => number): number => others.reduce((all, row) => all + of(row), 0);
  return [
    ...shown,
    { key: 'others', label, tokens: sum((row) => row.tokens ?? 0), cost: sum((row) => row.cost) },
  ];
}

function promptLabel(prompt: UsagePrompt | undefined): string {
  if (!prompt) return t('Before the first prompt');
  return prompt.text || t('A prompt without text');
}

function rowOf(rows: readonly UsageRow[], { key, label }: Pick<CostRow, 'key' | 'label'>): CostRow {
  const sum = (of: (row: UsageRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  return { key, label, tokens: sum(tokensOf), cost: sum(({ cost }) => cost) };
}

function bySource(rows: readonly UsageRow[]): CostRow[] {
  const sources = Map.groupBy(rows, ({ source }) => source);
  return (Object.keys(SOURCES) as UsageSource[]).flatMap((source) => {
    const own = sources.get(source);
    return own ? [rowOf(own, { key: source, label: t(SOURCES[source]) })] : [];
  });
}
