// Checks and shortens what the panel's own extension reports. Other extensions run in the same process: they can imitate
// these reports, and the reports contain their values. CompanionReport explains the fields.
import * as v from 'valibot';
import type { CompanionReport } from '../../../shared/companion.ts';
import { MAX_DRAWN_LINES } from '../../../shared/view/screens.ts';
import type { Working } from '../../../shared/view/view.ts';
import { cutText } from '../../../shared/view/cut-text.ts';

/** The most items of a list of names. */
const MAX_NAMES = 1000;
const MAX_SHORTCUTS = 200;
const MAX_CHILDREN = 50;
const MAX_CHILD_ACTS = 2;
const MAX_CHILD_TEXT = 1000;
/** The most characters of a text that is shown in one line. */
const MAX_LINE_LENGTH = 200;
const MAX_ID = 4096;
const MAX_TEXT = 4096;
/** The most characters of a name. No extension has a longer one, and a thousand of these still fit into a page. */
const MAX_NAME_LENGTH = 500;
/** The most changes of one frame of a drawing: up to 20 for each line. */
const MAX_CHANGES = 20 * MAX_DRAWN_LINES;
/** The most columns, or rows, of a drawing. A larger one would cost more without showing more. */
const MAX_EXTENT = 1000;
/** An indicator of work has at most so many pictures, and changes at most so often. */
const MAX_INDICATOR_FRAMES = 100;
const MIN_INDICATOR_MS = 50;

const toLine = (value: unknown): string => cutText(String(value).replace(/\s+/g, ' '), MAX_LINE_LENGTH);
const line = v.pipe(v.unknown(), v.transform(toLine));
const flag = v.pipe(
  v.unknown(),
  v.transform((value) => value === true),
);
const extent = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_EXTENT));

/** An id or a path, which must stay whole: a report with a longer one is refused. */
const id = v.pipe(v.string(), v.maxLength(MAX_ID));
/** A text of several lines, which is cut. */
const text = v.pipe(
  v.string(),
  v.transform((whole) => cutText(whole, MAX_TEXT)),
);

/** Accepts a list and keeps up to `maxItems` of its items. */
function list<T extends v.GenericSchema>(item: T, maxItems: number) {
  return v.pipe(
    v.array(item),
    v.transform((all) => all.slice(0, maxItems)),
  );
}

/** Names are compared, so they are not shortened: longer ones are left out. */
const names = v.pipe(
  v.array(v.pipe(v.unknown(), v.transform(String))),
  v.transform((all) => all.filter((name) => name.length <= MAX_NAME_LENGTH).slice(0, MAX_NAMES)),
);
const caller = v.object({ name: line, path: id });

const screen = v.object({
  columns: extent,
  rows: extent,
  cursor: v.exactOptional(v.object({ row: v.number(), column: v.number() })),
  hasMouse: v.exactOptional(v.boolean()),
  wantsReleases: v.exactOptional(v.boolean()),
  isPassive: v.exactOptional(v.boolean()),
  isWaiting: v.exactOptional(v.boolean()),
  box: v.exactOptional(v.object({ row: v.number(), column: v.number(), columns: extent, rows: v.number() })),
  omitted: v.exactOptional(v.number()),
});

const drawn = v.object({
  id: v.pipe(v.string(), v.maxLength(MAX_LINE_LENGTH)),
  kind: v.picklist(['screen', 'overlay', 'editor', 'header', 'footer', 'widgetAbove', 'widgetBelow']),
  by: v.exactOptional(line),
  key: v.exactOptional(line),
  screen,
  lines: list(v.string(), MAX_DRAWN_LINES),
});

const frame = v.object({
  id,
  count: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** Each is a LineChange. */
  changes: v.exactOptional(list(v.tuple([v.number(), v.number(), v.number(), v.string()]), MAX_CHANGES)),
  screen: v.exactOptional(screen),
});

const shortcut = v.object({
  path: id,
  name: line,
  key: line,
  description: v.optional(line, ''),
});

const toolFacts = v.object({
  name: v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH)),
  label: line,
  group: v.exactOptional(line),
  isReadOnly: v.exactOptional(flag),
  isDestructive: v.exactOptional(flag),
});

const registered = v.object({
  tools: v.exactOptional(list(toolFacts, MAX_NAMES)),
  shortcuts: list(shortcut, MAX_SHORTCUTS),
  completes: names,
  hasProviders: flag,
  hearsKeys: v.optional(flag, false),
});

/** Characters of a picture in base64. */
const MAX_PICTURE = 8 * 1024 * 1024;
/** UTF-16 units of a copied text. pi itself copies less through a terminal. */
const MAX_CLIPBOARD = 1024 * 1024;
const renders = v.object({
  tools: names,
  messages: names,
  entries: names,
  anyTool: flag,
  markdown: v.exactOptional(names),
});

/** Extensions may give values of any type: they are converted, not refused. */
const working = v.pipe(
  v.looseObject({}),
  v.transform(
    ({ message, isHidden, frames, intervalMs, thinkingLabel }: Record<string, unknown>): Working => ({
      ...(isGiven(message) && { message: toLine(message) }),
      ...(isHidden === true && { isHidden }),
      ...(Array.isArray(frames) && { frames: frames.slice(0, MAX_INDICATOR_FRAMES).map(toLine) }),
      ...(isGiven(intervalMs) && { intervalMs: Math.max(MIN_INDICATOR_MS, Number(intervalMs) || 0) }),
      ...(isGiven(thinkingLabel) && { thinkingLabel: toLine(thinkingLabel) }),
    }),
  ),
);

const childText = v.pipe(
  v.string(),
  v.transform((whole) => cutText(whole, MAX_CHILD_TEXT)),
);
const child = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_NAME_LENGTH)),
  group: v.exactOptional(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
  name: line,
  task: childText,
  model: line,
  state: v.picklist(['running', 'ok', 'failed', 'aborted', 'interrupted', 'timed-out']),
  turns: v.number(),
  tokens: v.nullable(v.number()),
  cost: v.number(),
  last: childText,
  failure: childText,
  question: v.exactOptional(childText),
  file: v.exactOptional(id),
  acts: list(v.picklist(['stop', 'steer']), MAX_CHILD_ACTS),
});

const reportSchema: v.GenericSchema<unknown, CompanionReport> = v.variant('type', [
  v.object({
    type: v.literal('loaded'),
    session: id,
    isReload: v.boolean(),
    command: id,
    isTrusted: v.boolean(),
  }),
  v.object({ type: v.literal('answer'), n: id, error: v.string() }),
  v.object({ type: v.literal('answer'), n: id, data: v.unknown() }),
  v.object({
    type: v.literal('dialog'),
    by: v.exactOptional(caller),
    commands: names,
    tools: names,
    n: v.exactOptional(id),
  }),
  v.object({ type: v.literal('dialog_closed'), n: id, isWithdrawn: v.boolean() }),
  v.object({ type: v.literal('unsupported'), by: caller, calls: v.pipe(names, v.minLength(1)) }),
  v.object({ type: v.literal('model') }),
  v.object({ type: v.literal('warming'), isIdle: v.boolean() }),
  v.object({ type: v.literal('changes'), problem: v.exactOptional(text) }),
  v.object({
    type: v.literal('terminal_use'),
    n: id,
    name: v.exactOptional(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
    lines: v.exactOptional(v.number()),
    since: v.exactOptional(v.number()),
    input: v.exactOptional(v.pipe(v.string(), v.maxLength(MAX_TEXT))),
  }),
  v.object({ type: v.literal('diagnostics_use'), n: id, paths: v.exactOptional(list(id, MAX_NAMES)) }),
  v.object({ type: v.literal('look_use'), n: id }),
  v.object({ type: v.literal('ending') }),
  v.object({ type: v.literal('boundary') }),
  v.object({ type: v.literal('context_edited'), entries: names }),
  v.object({ type: v.literal('blocked'), call: id }),
  v.object({ type: v.literal('drawn'), drawn }),
  v.object({ type: v.literal('frame'), frame }),
  v.object({ type: v.literal('drawn_closed'), id }),
  v.object({ type: v.literal('working'), working }),
  v.object({ type: v.literal('children'), children: list(child, MAX_CHILDREN) }),
  v.object({ type: v.literal('renders'), renders }),
  v.object({ type: v.literal('registered'), registered }),
  v.object({ type: v.literal('theme'), name: line }),
  v.object({ type: v.literal('redraw'), call: id }),
  v.object({
    type: v.literal('picture'),
    mimeType: line,
    data: v.pipe(v.string(), v.maxLength(MAX_PICTURE)),
  }),
  v.object({ type: v.literal('forked'), text: v.string() }),
  v.object({ type: v.literal('moved'), leafId: v.nullable(id) }),
  v.object({ type: v.literal('clipboard'), text: v.pipe(v.string(), v.maxLength(MAX_CLIPBOARD)) }),
  v.object({ type: v.literal('pasted'), text: v.pipe(v.string(), v.maxLength(MAX_CLIPBOARD)) }),
  v.object({
    type: v.literal('expanded'),
    what: v.picklist(['tools', 'thoughts']),
    isExpanded: v.boolean(),
  }),
  v.object({
    type: v.literal('entry'),
    id,
    customType: id,
    data: v.exactOptional(v.unknown()),
    at: v.number(),
  }),
  v.object({ type: v.literal('notice'), message: text }),
  v.object({
    type: v.literal('label'),
    entryId: id,
    label: v.exactOptional(v.string()),
    row: v.exactOptional(v.object({ role: line, timestamp: v.number() })),
  }),
]);

/** Returns the report with its values shortened, or null if it is malformed. */
export function checkReport(report: unknown): CompanionReport | null {
  const { success, output } = v.safeParse(reportSchema, report);
  return success ? output : null;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
