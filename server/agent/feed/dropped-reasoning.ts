// Reads from the diagnostics of an answer how much earlier reasoning the provider did not pass on to the model. pi
// stores them with the message and shows them in its TUI only (pi 1.5.1 for Anthropic, 1.6.0 for OpenAI).
import type { DroppedReasoning } from '../../../shared/pi/messages.ts';
import { isRecord } from '../../../shared/pi/is-record.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** The name of the provider and its word for a dropped part, by pi's type of the diagnostic. */
const KINDS = new Map([
  ['anthropic_input_transformations', { provider: 'Anthropic', dropped: 'thinking_dropped' }],
  ['openai_input_transformations', { provider: 'OpenAI', dropped: 'reasoning' }],
]);
const MAX_REASONS = 5;
const MAX_REASON_LENGTH = 200;

/** `diagnostics`: any value, because pi does not check what it stores. */
export function droppedReasoning(diagnostics: unknown): DroppedReasoning | undefined {
  for (const diagnostic of listOf(diagnostics)) {
    const kind = KINDS.get(String(diagnostic.type));
    if (!kind) continue;
    const { transformations } = Object(diagnostic.details) as Record<string, unknown>;
    const all = listOf(transformations);
    const dropped = all.filter(({ type }) => type === kind.dropped);
    if (dropped.length === 0) continue;
    const reasons = dropped.flatMap(({ reason }) =>
      typeof reason === 'string' && reason !== '' ? [cutText(reason, MAX_REASON_LENGTH)] : [],
    );
    return {
      provider: kind.provider,
      count: dropped.length,
      reasons: [...new Set(reasons)].slice(0, MAX_REASONS),
    };
  }
  return undefined;
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
