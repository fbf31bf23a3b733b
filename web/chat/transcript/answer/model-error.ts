// Explains a provider's error to the user: a sentence, the provider's own words, and possible next steps.

import { LOST_ANSWER } from '../../../../shared/view/lost-answer.ts';
import { t, type Text } from '../../../language/text.ts';
import { withoutJson } from '../../../lib/format/json-in-text.ts';

/** The ids of actions. */
export type NextStep = 'retry' | 'compact_retry' | 'set_model' | 'providers';

export interface ModelError {
  /** The error in one sentence. */
  title: Text;
  /** The provider's own message, without JSON. */
  text: string;
  /** The whole error, if it contains more than `text`. */
  details: string | null;
  /** The most promising step first. */
  steps: readonly NextStep[];
}

interface Kind {
  pattern: RegExp;
  title: Text;
  steps: readonly NextStep[];
}

/** The first match counts. Matches the errors of the providers in pi 0.73.1 to 1.5.2. */
const KINDS: readonly Kind[] = [
  // This comes before the others, because such errors also mention tokens, or the page for billing.
  {
    pattern: /throttl|too many tokens.{0,20}wait|rate.?limit.{0,20}reached/i,
    title: 'Rate limited by the provider',
    steps: ['retry', 'set_model'],
  },
  {
    pattern:
      /context[_ ](?:length|window)|maximum context|prompt is too long|too many (?:input )?tokens|input is too long/i,
    title: 'The conversation is too long for this model',
    steps: ['compact_retry', 'set_model'],
  },
  {
    pattern: /insufficient[_ ]quota|credit balance|billing|payment required|^402\b/i,
    title: 'The provider reports no credit left',
    steps: ['set_model', 'retry'],
  },
  {
    pattern: /^40[13]\b|unauthori[sz]ed|invalid.{0,20}api.?key|authentication|no api key/i,
    title: 'The provider rejected the API key',
    steps: ['providers', 'set_model', 'retry'],
  },
  { pattern: /^429\b|rate.?limit/i, title: 'Rate limited by the provider', steps: ['retry', 'set_model'] },
  {
    pattern: /^404\b.*model|model.{0,40}not found/is,
    title: 'The provider does not know this model',
    steps: ['set_model'],
  },
  {
    pattern: /^404\b/,
    title: 'Nothing was found at the provider’s address',
    steps: ['providers', 'set_model'],
  },
  {
    pattern: /^(?:503|529)\b|overloaded/i,
    title: 'The provider is overloaded',
    steps: ['retry', 'set_model'],
  },
  { pattern: /^5\d\d\b/, title: 'The provider failed', steps: ['retry', 'set_model'] },
  {
    pattern: /terminated|fetch failed|network|socket|timed? ?out|ECONN|ENOTFOUND|EAI_AGAIN|connection/i,
    title: 'Connection to the provider lost',
    steps: ['retry', 'set_model'],
  },
  {
    pattern: /content_filter|safety/i,
    title: 'The provider’s content filter stopped the answer',
    steps: ['set_model'],
  },
];

const OTHER: Pick<Kind, 'title' | 'steps'> = { title: 'The model failed', steps: ['retry', 'set_model'] };

export function describeModelError(raw = ''): ModelError {
  if (raw === LOST_ANSWER)
    return {
      title: 'The answer was interrupted',
      text: t("The agent ended before the answer was complete. pi hasn't stored it."),
      details: null,
      steps: ['retry'],
    };
  const { title, steps } = KINDS.find(({ pattern }) => pattern.test(raw)) ?? OTHER;
  const text = withoutJson(raw) || t('It gave no reason.');
  return { title, text, details: text === raw || raw === '' ? null : raw, steps };
}
