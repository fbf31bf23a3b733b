// The events that the reducer handles: pi's events after slimming, and the server's own, which start with `panel_`.
// `panel_at` is the server's time in ms since 1970, because the reducer itself does not read a clock.
import type { BashResult, SessionState, SessionStats } from '../pi/commands.ts';
import type { UiRequest } from '../pi/dialogs.ts';
import type { CompactionReason, PiEvent } from '../pi/events.ts';
import type {
  AssistantMessage,
  CustomEntryMessage,
  ImageContent,
  ThinkingLevel,
  WarmingMessage,
} from '../pi/messages.ts';
import type { LiveChild } from './live-child.ts';
import type { Queue } from './queue.ts';
import type { Registered } from './registered.ts';
import type { Renders } from './renders.ts';
import type { Drawn, Frame } from './screens.ts';
import type { ContextEdit, Entry, EntryMessage, SentAs } from './conversation.ts';
import type { Asker, Exit, Expandable, LentTerminal, Working } from './view.ts';

interface Stamped {
  panel_at: number;
}

/** Identifies the row of a message that was seen live, before its entry had an id. */
export interface RowMark {
  role: string;
  /** ms since 1970, of the message. */
  timestamp: number;
}

/** Facts from pi's session file about a row: the id of its entry, and how the session continues around it. */
export type StoredRow = Pick<Entry, 'key' | 'id' | 'branches' | 'isByExtension' | 'keptFrom' | 'planNotes'>;

/** Starts and deltas of blocks. Ends are left out, since message_end contains the settled blocks. */
export type SlimDelta =
  | { type: 'text_start' | 'thinking_start'; contentIndex: number }
  | { type: 'toolcall_start'; contentIndex: number; id?: string; toolName?: string }
  | { type: 'text_delta' | 'thinking_delta' | 'toolcall_delta'; contentIndex: number; delta: string };

/** An assistant message without its blocks, because they are exactly what was streamed. */
export type StreamedMessage = Omit<AssistantMessage, 'content'> & { content?: undefined };

/** pi's events that are forwarded unchanged. */
type Unchanged = Extract<
  PiEvent,
  {
    type:
      | 'agent_settled'
      | 'queue_update'
      | 'auto_retry_end'
      | 'summarization_retry_finished'
      | 'summarization_retry_attempt_start'
      | 'thinking_level_changed'
      | 'session_info_changed';
  }
>;

export type SlimEvent =
  | Unchanged
  | { type: 'turn_end' }
  | ({ type: 'agent_start' | 'turn_start' } & Stamped)
  | { type: 'agent_end'; willRetry?: boolean }
  | { type: 'message_start'; message: AssistantMessage }
  | { type: 'message_update'; assistantMessageEvent: SlimDelta }
  | { type: 'message_end'; message: EntryMessage | StreamedMessage; panel_sent_as?: SentAs }
  | ({ type: 'tool_execution_start'; toolCallId: string; toolName: string; parentToolCallId?: string } & {
      args: Record<string, unknown>;
    } & Stamped)
  /** `delta`: new output (only its end, if it is long). `replace`: the whole output, from tools that rewrite theirs. */
  | {
      type: 'tool_execution_update';
      toolCallId: string;
      panel_output: { delta?: string; replace?: string; bytes: number };
      panel_details?: unknown;
    }
  | ({ type: 'tool_execution_end'; toolCallId: string; toolName: string; isError: boolean } & {
      /** Text of the result (only its end, if it is long); absent if it equals the streamed output. */
      panel_text?: string;
      panel_bytes: number;
      panel_images?: ImageContent[];
      panel_details?: unknown;
      panel_structured?: unknown;
    } & Stamped)
  /**
   * Only context edits (pi >= 0.87). `panel_context_edit` follows, because live rows do not have the id of their entry.
   */
  | { type: 'entry_appended'; entry: { type: 'context_edit'; targetId: string } }
  | ({ type: 'compaction_start'; reason: CompactionReason } & Stamped)
  | (Extract<PiEvent, { type: 'compaction_end' }> & Stamped)
  | (Extract<PiEvent, { type: 'auto_retry_start' }> & Stamped)
  | (Extract<PiEvent, { type: 'summarization_retry_scheduled' }> & Stamped)
  | (Extract<PiEvent, { type: 'extension_error' }> & Stamped)
  | (UiRequest & { panel_by?: Asker } & Stamped);

export type DialogOutcome = 'answered' | 'cancelled' | 'expired' | 'withdrawn' | 'exited';

export type PanelEvent =
  /** pi's response to get_state: at start, and after commands that change the state without an event. */
  | { type: 'panel_state'; state: SessionState; thinkingLevels?: ThinkingLevel[] }
  | { type: 'panel_stats'; stats: SessionStats }
  /** Null if unknown. */
  | { type: 'panel_auto_retry'; enabled: boolean | null }
  /** Relative paths of what pi did not load; empty if it loaded everything. */
  | { type: 'panel_untrusted'; paths: string[] }
  | ({ type: 'panel_bash_start'; call: string; command: string; excludeFromContext: boolean } & Stamped)
  | ({ type: 'panel_bash_end'; call: string; bytes: number; text?: string } & Omit<BashResult, 'output'> &
      Stamped)
  | { type: 'panel_dialog_closed'; id: string; outcome: DialogOutcome; panel_at: number }
  /** The whole queue. pi's `queue_update` has only texts, and not the messages that the panel still holds. */
  | { type: 'panel_queue'; queue: Queue }
  /** Why the panel's own extension is not available; null if it is. */
  | { type: 'panel_companion'; problem: string | null }
  | { type: 'panel_warming'; isIdle: boolean }
  /** Whether the user wants to see what the provider's cache cost (`showCacheMissNotices`). */
  | { type: 'panel_cost_notices'; isShown: boolean }
  /** A session started, or extensions were reloaded in it, so what they showed is removed, as in the TUI. */
  | { type: 'panel_ui_reset'; session: string }
  /** An extension begins to draw something, draws its next frame, or ends it. */
  | { type: 'panel_drawn'; drawn: Drawn }
  | { type: 'panel_frame'; frame: Frame }
  | { type: 'panel_drawn_closed'; id: string }
  | { type: 'panel_working'; working: Working }
  /** The sub-agents of the session, as their packages know them. */
  | { type: 'panel_children'; children: LiveChild[] }
  /** The rows of the conversation that extensions draw. */
  | { type: 'panel_renders'; renders: Renders }
  /** Shortcuts and completions of extensions. */
  | { type: 'panel_registered'; registered: Registered }
  /** An extension chose another theme of pi's TUI. */
  | { type: 'panel_theme'; name: string }
  /** The drawing of this tool call has changed. The view does not contain drawings. */
  | { type: 'panel_redraw'; call: string }
  /** pi looks at the preview in this frame. The page that shows it answers, see `PreviewLook`. */
  | { type: 'panel_preview_look'; frame: string; look: string }
  /** An extension copied this text, for the clipboard of the browser. */
  | { type: 'panel_clipboard'; text: string }
  /** An extension pastes this text into the composer, at the caret. */
  | { type: 'panel_pasted'; text: string }
  /** An extension expands or collapses all cards of tool calls, or all thoughts. */
  | { type: 'panel_expanded'; what: Expandable; isExpanded: boolean }
  /** An extension appended a session entry that it draws, or pi one about the provider's cache. */
  | { type: 'panel_entry'; id: string; message: CustomEntryMessage | WarmingMessage }
  /** pi continues the session with another model than the one it had. The sentence names both. */
  | ({ type: 'panel_model_note'; text: string } & Stamped)
  | { type: 'panel_tool_blocked'; call: string }
  /** Without `label`, the label was removed. `row` identifies the entry's message, if it has one. */
  | { type: 'panel_label'; entryId: string; label?: string; row?: RowMark }
  /**
   * The model no longer receives an entry as the page shows it; without `edit`, it does again. `call`: the entry is the
   * result of this tool run.
   */
  | { type: 'panel_context_edit'; entryId: string; edit?: ContextEdit; row?: RowMark; call?: string }
  /** Facts from the session file about rows that were seen live. */
  | { type: 'panel_stored_rows'; rows: StoredRow[] }
  | { type: 'panel_bad_record' }
  /** Since when pi has not responded (ms since 1970); null once it responds again. */
  | { type: 'panel_silence'; since: number | null }
  | { type: 'panel_ports'; ports: number[] }
  /** An extension runs a program in a terminal that the panel lends; null once pi has it back. */
  | { type: 'panel_lent'; lent: LentTerminal | null }
  /** `undo`: the entry of the undo that it reports, which a redo makes obsolete. */
  | ({ type: 'panel_notice'; kind: 'info' | 'warning' | 'error'; message: string; undo?: string } & Stamped)
  /** File changes were recorded or undone. `problem`: why changes are not recorded, as a sentence for the user. */
  | { type: 'panel_changes'; problem?: string }
  /** Files of the workspace changed on disk. An empty path means that any file may have changed. */
  | { type: 'panel_files_changed'; paths: string[] }
  | ({ type: 'panel_exit' } & Exit & Stamped);

export type ViewEvent = SlimEvent | PanelEvent;
