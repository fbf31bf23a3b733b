// pi's RPC commands and their responses. Types only.
import type { ImageContent, Model, ThinkingLevel } from './messages.ts';

export type QueueMode = 'all' | 'one-at-a-time';

/** A command on pi's stdin, without the `id` that the server adds. */
export type PiCommand =
  | { type: 'prompt'; message: string; images?: ImageContent[]; streamingBehavior?: 'steer' | 'followUp' }
  | { type: 'steer'; message: string; images?: ImageContent[] }
  | { type: 'follow_up'; message: string; images?: ImageContent[] }
  | { type: 'abort' }
  | { type: 'clear_queue' }
  | { type: 'new_session'; parentSession?: string }
  | { type: 'get_state' }
  | { type: 'get_messages' }
  | { type: 'set_model'; provider: string; modelId: string }
  | { type: 'cycle_model' }
  | { type: 'get_available_models' }
  | { type: 'set_thinking_level'; level: ThinkingLevel }
  | { type: 'cycle_thinking_level' }
  | { type: 'get_available_thinking_levels' }
  | { type: 'set_steering_mode'; mode: QueueMode }
  | { type: 'set_follow_up_mode'; mode: QueueMode }
  | { type: 'compact'; customInstructions?: string }
  | { type: 'set_auto_compaction'; enabled: boolean }
  | { type: 'set_auto_retry'; enabled: boolean }
  | { type: 'abort_retry' }
  | { type: 'bash'; command: string; excludeFromContext?: boolean }
  | { type: 'abort_bash' }
  | { type: 'get_session_stats' }
  | { type: 'export_html'; outputPath?: string }
  | { type: 'switch_session'; sessionPath: string }
  | { type: 'fork'; entryId: string }
  | { type: 'clone' }
  | { type: 'get_fork_messages' }
  | { type: 'get_entries'; since?: string }
  | { type: 'get_tree' }
  | { type: 'get_last_assistant_text' }
  | { type: 'set_session_name'; name: string }
  | { type: 'get_commands' };

/** The data of a `get_state` response. */
export interface SessionState {
  /**
   * Never null in practice: without a configured model, pi sends a placeholder with the provider `unknown` (in all
   * versions).
   */
  model?: Model | null;
  thinkingLevel: ThinkingLevel;
  isStreaming: boolean;
  isCompacting: boolean;
  steeringMode: QueueMode;
  followUpMode: QueueMode;
  /** Set before the file exists; absent with --no-session. */
  sessionFile?: string;
  sessionId: string;
  sessionName?: string;
  autoCompactionEnabled: boolean;
  messageCount: number;
  pendingMessageCount: number;
}

export interface SessionStats {
  sessionFile?: string;
  sessionId: string;
  userMessages: number;
  assistantMessages: number;
  toolCalls: number;
  toolResults: number;
  totalMessages: number;
  tokens: { input: number; output: number; cacheRead: number; cacheWrite: number; total: number };
  /** US dollars. */
  cost: number;
  /** Added by the panel: what sub-agents have used, which `cost` and `tokens.total` then contain. */
  panel_children?: { cost: number; tokens: number };
  /** Absent without a model; the counts are null right after a compaction. */
  contextUsage?: { tokens: number | null; contextWindow: number; percent: number | null };
}

export interface SlashCommand {
  name: string;
  description?: string;
  source: 'extension' | 'prompt' | 'skill';
  sourceInfo?: { path?: string; source?: string; scope?: string; origin?: string };
}

export interface BashResult {
  output: string;
  /** Absent when canceled. */
  exitCode?: number;
  cancelled: boolean;
  /** Not reliable in pi 0.82.1 to 1.0.3. There, the output was truncated if there is a `fullOutputPath`. */
  truncated: boolean;
  fullOutputPath?: string;
}

/**
 * What became of the message of a `prompt`, `steer` or `follow_up` (pi >= 0.99). `handled`: an extension took it, as a
 * command or in its `input` handler, and it is not delivered.
 */
export type Disposition = 'handled' | 'queued' | 'started';

/** pi's response to a command, as the page gets it. */
export type Answer<T = unknown> =
  /** `isRunning`: it is not carried out yet, and its answer is asked for by its key. */
  | { success: true; data?: T; isRunning?: true }
  /** `isLost`: there was no response, so pi may have executed the command. */
  | { success: false; error: string; isLost?: boolean };

export interface ResponseRecord {
  type: 'response';
  id?: string;
  command?: string;
  success: boolean;
  data?: unknown;
  error?: string;
}
