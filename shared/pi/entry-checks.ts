// What an entry of a session file must look like to be shown.
import {
  absentOr,
  either,
  fields,
  flag,
  number,
  optional,
  record,
  text,
  UNFIT,
  type Check,
} from './checks.ts';
import { checkMessage, customMessageFields, usage } from './message-checks.ts';
import type { SessionEntry } from './session.ts';

type CheckedType = Exclude<SessionEntry['type'], 'message' | 'unreadable'>;

/** The text with which an extension may replace a message, or null. */
const replacement: Check = (value, flaws, path) => (value === null ? null : record(value, flaws, path));
const summary = {
  summary: text,
  fromHook: optional(flag),
  usage: optional(usage),
};

const ENTRIES: Readonly<Record<CheckedType, Check>> = {
  model_change: fields({ provider: text, modelId: text }),
  thinking_level_change: fields({ thinkingLevel: text }),
  compaction: fields({
    ...summary,
    firstKeptEntryId: either(text, ''),
    tokensBefore: either(number, 0),
  }),
  branch_summary: fields({ ...summary, fromId: either(text, 'root') }),
  custom: fields({ customType: text }),
  custom_message: fields(customMessageFields),
  label: fields({ targetId: text, label: absentOr(text) }),
  session_info: fields({ name: absentOr(text) }),
  context_edit: fields({ targetId: text, replacement }),
  usage: fields({ kind: optional(text), provider: optional(text), model: optional(text), usage }),
};

const checks = new Map(Object.entries(ENTRIES));

interface Checked {
  /** The entry without the parts that do not fit; null if it cannot be shown. */
  entry: Record<string, unknown> | null;
  /** The paths of the parts that do not fit. */
  flaws: string[];
}

/** Checks an entry with an id. `at`: when it was written, in ms since 1970. Unknown types are kept as they are. */
export function checkEntry(entry: Record<string, unknown>, at: number): Checked {
  const { type } = entry;
  if (type === 'message') {
    const { message, flaws } = checkMessage(entry.message, at);
    if (!message) return { entry: null, flaws };
    return { entry: message === entry.message ? entry : { ...entry, message }, flaws };
  }
  const flaws: string[] = [];
  if (typeof type !== 'string' || type === 'unreadable') return { entry: null, flaws: ['type'] };
  const check = checks.get(type);
  const checked = check ? check(entry, flaws, '') : entry;
  return { entry: checked === UNFIT ? null : (checked as Record<string, unknown>), flaws };
}
