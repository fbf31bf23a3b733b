// What the fold understands: pi's events after slimming, and the server's own, which begin with `panel_`.
// `panel_at` is the server's clock in ms since 1970: the fold itself never looks at a clock.
import type { BashResult, SessionState, SessionStats } from '../pi/commands.ts';
import type { UiRequest } from '../pi/dialogs.ts';
import type { CompactionReason, PiEvent } from '../pi/events.ts';
import type { AssistantMessage, ImageContent, ThinkingLevel } from '../pi/messages.ts';
import type { Queue } from './queue.ts';
import type { Asker, EntryMessage, Exit, Said } from './view.ts';

interface Stamped {
  panel_at: number;
}

/** Deltas and starts of a block; ends are left out, message_end is what settles. */
export type SlimDelta =
  | { type: 'text_start' | 'thinking_start'; contentIndex: number }
  | { type: 'toolcall_start'; contentIndex: number; id?: string; toolName?: string }
  | { type: 'text_delta' | 'thinking_delta' | 'toolcall_delta'; contentIndex: number; delta: string };

/** An assistant message whose blocks are exactly what was streamed travels without them. */
export type StreamedMessage = Omit<AssistantMessage, 'content'> & { content?: undefined };

/** pi's events that pass as they are. */
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
  | { type: 'message_end'; message: EntryMessage | StreamedMessage; panel_said?: Said }
  | ({ type: 'tool_execution_start'; toolCallId: string; toolName: string; parentToolCallId?: string } & {
      args: Record<string, unknown>;
    } & Stamped)
  /** `delta` is what the output grew by (only its end, when it grew by much); `replace` stands for tools that rewrite. */
  | {
      type: 'tool_execution_update';
      toolCallId: string;
      panel_output: { delta?: string; replace?: string; bytes: number };
      panel_details?: unknown;
    }
  | ({ type: 'tool_execution_end'; toolCallId: string; toolName: string; isError: boolean } & {
      /** Text of the result, its end only when it is long; absent when the output streamed already holds it. */
      panel_text?: string;
      panel_bytes: number;
      panel_images?: ImageContent[];
      panel_details?: unknown;
    } & Stamped)
  /** Only the edit by which pi >= 0.87 takes a failed attempt out of the conversation. */
  | { type: 'entry_appended'; entry: { type: 'context_edit' } }
  | ({ type: 'compaction_start'; reason: CompactionReason } & Stamped)
  | (Extract<PiEvent, { type: 'compaction_end' }> & Stamped)
  | (Extract<PiEvent, { type: 'auto_retry_start' }> & Stamped)
  | (Extract<PiEvent, { type: 'summarization_retry_scheduled' }> & Stamped)
  | (Extract<PiEvent, { type: 'extension_error' }> & Stamped)
  | (UiRequest & { panel_by?: Asker } & Stamped);

export type DialogOutcome = 'answered' | 'cancelled' | 'expired' | 'withdrawn' | 'exited';

export type PanelEvent =
  /** pi answered get_state: at start, and after commands that change what it says without an event. */
  | { type: 'panel_state'; state: SessionState; thinkingLevels?: ThinkingLevel[] }
  | { type: 'panel_stats'; stats: SessionStats }
  /** Null: nobody can say. */
  | { type: 'panel_auto_retry'; enabled: boolean | null }
  /** Relative paths; empty: nothing is left aside. */
  | { type: 'panel_untrusted'; paths: string[] }
  | ({ type: 'panel_bash_start'; call: string; command: string; excludeFromContext: boolean } & Stamped)
  | ({ type: 'panel_bash_end'; call: string; bytes: number; text?: string } & Omit<BashResult, 'output'> &
      Stamped)
  | { type: 'panel_dialog_closed'; id: string; outcome: DialogOutcome; panel_at: number }
  /** All that waits; pi's own `queue_update` has texts only, and not what pi was not given yet. */
  | { type: 'panel_queue'; queue: Queue }
  /** Whether the panel's own extension can be asked, or why not. */
  | { type: 'panel_companion'; lack: string | null }
  /** Another session began, or extensions were loaded anew: what they showed is gone, as in pi's own interface. */
  | { type: 'panel_ui_reset' }
  | { type: 'panel_tool_blocked'; call: string }
  /** Without a label it was taken away; `row` is how the entry stands in the conversation, if it does. */
  | { type: 'panel_label'; entryId: string; label?: string; row?: { role: string; timestamp: number } }
  | { type: 'panel_bad_record' }
  /** It runs and does not answer: since when (ms since 1970); null: it is heard again. */
  | { type: 'panel_silence'; since: number | null }
  | ({ type: 'panel_notice'; kind: 'info' | 'warning' | 'error'; message: string } & Stamped)
  /** Files of the workspace changed on disk; an empty path means: anything may have. */
  | { type: 'panel_files_changed'; paths: string[] }
  | ({ type: 'panel_exit' } & Exit & Stamped);

export type ViewEvent = SlimEvent | PanelEvent;
