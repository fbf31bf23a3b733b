// The schemas of the commands that a page may send. pi itself checks almost nothing: a bare null kills it, a bogus mode
// is stored, and a missing message crashes the command (in all versions). A page never sends a path, only a session's
// id.
import * as v from 'valibot';
import type { PageCommand } from '../../../shared/wire.ts';
import { MAX_COMPLETED_TEXT } from '../../../shared/view/completions.ts';
import { MAX_ROWS_TO_DRAW } from '../../../shared/view/renders.ts';
import { Refusal } from '../../../shared/refusal.ts';

const MAX_TEXT = 1024 * 1024;
/** Base64 characters of all images of one message. pi can still read the line that contains them and the text. */
const MAX_IMAGES = 8 * 1024 * 1024;

const text = v.pipe(v.string(), v.maxLength(MAX_TEXT, 'is longer than 1 MiB'));
export const filledText = v.pipe(
  text,
  v.check((value) => value.trim() !== '', 'is empty'),
);
const name = v.pipe(
  v.string(),
  v.minLength(1, 'is empty'),
  v.maxLength(512, 'is longer than 512 characters'),
);
const images = v.optional(
  v.pipe(
    v.array(
      v.strictObject({
        type: v.literal('image'),
        data: v.pipe(v.string(), v.base64('is not base64'), v.minLength(1, 'is empty')),
        mimeType: v.picklist(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
      }),
    ),
    v.check(
      (list) => list.reduce((sum, { data }) => sum + data.length, 0) <= MAX_IMAGES,
      'hold more than 8 MiB as base64',
    ),
  ),
);
const mode = v.picklist(['all', 'one-at-a-time']);
const level = v.picklist(['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']);

const drawableRow = v.variant('kind', [
  v.strictObject({ kind: v.literal('tool'), call: name, isExpanded: v.boolean() }),
  v.strictObject({ kind: v.literal('message'), customType: name, at: v.number(), isExpanded: v.boolean() }),
  v.strictObject({ kind: v.literal('entry'), id: name, isExpanded: v.boolean() }),
  v.strictObject({
    kind: v.literal('markdown'),
    of: v.picklist(['user', 'assistant', 'assistant-thinking', 'custom', 'summary']),
    at: v.number(),
    block: v.pipe(v.number(), v.integer('is not a whole number'), v.minValue(0, 'is below 0')),
    isLive: v.optional(v.boolean()),
    isExpanded: v.boolean(),
  }),
]);
const completedText = v.pipe(
  v.string(),
  v.maxLength(MAX_COMPLETED_TEXT, `is longer than ${MAX_COMPLETED_TEXT} characters`),
);

const schemas = {
  prompt: v.pipe(
    command('prompt', {
      message: text,
      images,
      streamingBehavior: v.optional(v.picklist(['steer', 'followUp'])),
    }),
    // A picture needs no words.
    v.forward(
      v.partialCheck(
        [['message'], ['images']],
        ({ message, images: pictures = [] }) => message.trim() !== '' || pictures.length > 0,
        'is empty',
      ),
      ['message'],
    ),
  ),
  // An empty steer would stay in pi's queue forever (in pi up to 1.0.3).
  steer: command('steer', { message: filledText, images }),
  follow_up: command('follow_up', { message: filledText, images }),
  abort: command('abort'),
  clear_queue: command('clear_queue'),
  new_session: command('new_session', { fromThis: v.optional(v.boolean()) }),
  get_state: command('get_state'),
  get_messages: command('get_messages'),
  set_model: command('set_model', { provider: name, modelId: name }),
  cycle_model: command('cycle_model'),
  get_available_models: command('get_available_models'),
  set_thinking_level: command('set_thinking_level', { level }),
  cycle_thinking_level: command('cycle_thinking_level'),
  get_available_thinking_levels: command('get_available_thinking_levels'),
  set_steering_mode: command('set_steering_mode', { mode }),
  set_follow_up_mode: command('set_follow_up_mode', { mode }),
  compact: command('compact', { customInstructions: v.optional(text) }),
  set_auto_compaction: command('set_auto_compaction', { enabled: v.boolean() }),
  set_auto_retry: command('set_auto_retry', { enabled: v.boolean() }),
  abort_retry: command('abort_retry'),
  bash: command('bash', { command: filledText, excludeFromContext: v.optional(v.boolean()) }),
  abort_bash: command('abort_bash'),
  get_session_stats: command('get_session_stats'),
  export_html: command('export_html'),
  switch_session: command('switch_session', { session: name }),
  fork: command('fork', { entryId: name }),
  clone: command('clone'),
  get_fork_messages: command('get_fork_messages'),
  get_entries: command('get_entries', { since: v.optional(name) }),
  get_tree: command('get_tree'),
  get_last_assistant_text: command('get_last_assistant_text'),
  set_session_name: command('set_session_name', { name: v.pipe(v.string(), v.trim(), name) }),
  get_commands: command('get_commands'),
  panel_tree: command('panel_tree'),
  panel_navigate: command('panel_navigate', {
    entryId: name,
    summarize: v.boolean(),
    instructions: v.optional(text),
  }),
  panel_label: command('panel_label', {
    entryId: name,
    label: v.pipe(v.string(), v.trim(), v.maxLength(200, 'is longer than 200 characters')),
  }),
  panel_context: command('panel_context'),
  panel_edit_context: command('panel_edit_context', {
    entryId: name,
    act: v.picklist(['omit', 'shorten', 'restore']),
  }),
  panel_note_plan: command('panel_note_plan', {
    plan: v.pipe(name, v.regex(/^assistant-\d+/, 'is not the key of an answer')),
    notes: v.strictObject({
      comments: v.pipe(
        v.array(
          v.strictTuple([v.pipe(v.number(), v.integer(), v.minValue(0)), v.pipe(text, v.maxLength(20_000))]),
        ),
        v.maxLength(1000),
      ),
      edited: v.pipe(text, v.maxLength(200_000)),
    }),
  }),
  panel_quotas: command('panel_quotas'),
  panel_child: command('panel_child', {
    child: name,
    act: v.picklist(['stop', 'steer']),
    text: v.optional(filledText),
  }),
  panel_tools: command('panel_tools'),
  panel_loaded: command('panel_loaded'),
  panel_draw: command('panel_draw', {
    columns: v.pipe(
      v.number(),
      v.integer('is not a whole number'),
      v.minValue(10, 'is below 10'),
      v.maxValue(400, 'is above 400'),
    ),
    rows: v.pipe(v.array(drawableRow), v.maxLength(MAX_ROWS_TO_DRAW, `are more than ${MAX_ROWS_TO_DRAW}`)),
  }),
  panel_shortcut: command('panel_shortcut', { path: text, key: name }),
  panel_press: command('panel_press', { data: name }),
  panel_complete: command('panel_complete', { before: completedText, after: completedText }),
  panel_themes: command('panel_themes'),
  panel_use_tools: command('panel_use_tools', {
    names: v.pipe(v.array(name), v.maxLength(1000, 'are more than 1,000')),
  }),
  panel_share: command('panel_share'),
  panel_share_send: command('panel_share_send', { download: name, isCleaned: v.boolean() }),
  panel_bug: command('panel_bug', { hint: text, withSession: v.boolean(), withSummary: v.boolean() }),
  panel_bug_send: command('panel_bug_send', { download: name, to: v.picklist(['upload', 'zip']) }),
  panel_reload: command('panel_reload'),
} satisfies { [T in PageCommand['type']]: v.GenericSchema<unknown, unknown> };

/** Returns the command. Throws a Refusal 400 that names the invalid field. */
export function parseCommand(body: unknown): PageCommand {
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  if (typeof type !== 'string') throw new Refusal(400, 'bad_command', 'type: a command needs a type.');
  if (!Object.hasOwn(schemas, type)) {
    throw new Refusal(
      400,
      'unknown_command',
      `type: ${JSON.stringify(type).slice(0, 80)} is not one of pi's commands.`,
    );
  }
  const parsed = v.safeParse(schemas[type as PageCommand['type']], body);
  if (parsed.success) return parsed.output;
  throw new Refusal(400, 'bad_command', describe(type, parsed.issues[0]));
}

function command<const T extends string, E extends v.ObjectEntries = Record<never, never>>(
  type: T,
  fields = {} as E,
) {
  return v.strictObject({ type: v.literal(type), ...fields });
}

export function describe(what: string, issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  return `${what}${field === null ? '' : `: ${field}`} ${faultOf(issue)}.`;
}

function faultOf({ message, received, type, expected }: v.BaseIssue<unknown>): string {
  if (!message.startsWith('Invalid')) return message;
  if (type === 'strict_object' && expected === 'never') return 'is not a known field';
  return received === 'undefined' ? 'is missing' : `is not valid (${message})`;
}
