// pi's events in pi 0.73.1 to 1.5.2: the records on stdout that are not responses, before the server slims them. Types
// only.
import type { UiRequest } from './dialogs.ts';
import type {
  AgentMessage,
  ImageContent,
  TextContent,
  ThinkingLevel,
  ToolCall,
  ToolResultMessage,
  Usage,
} from './messages.ts';

interface At {
  contentIndex: number;
  /** The whole message so far, repeated in every update up to 0.83. */
  partial?: AgentMessage;
}

export type AssistantMessageEvent =
  | (At & { type: 'text_start' | 'thinking_start' })
  /** `id` and `toolName` since 0.84.3. Up to 0.83 they are in `partial`; 0.84.0 to 0.84.2 omit them. */
  | (At & { type: 'toolcall_start'; id?: string; toolName?: string })
  | (At & { type: 'text_delta' | 'thinking_delta' | 'toolcall_delta'; delta: string })
  | (At & { type: 'text_end' | 'thinking_end'; content: string })
  | (At & { type: 'toolcall_end'; toolCall: ToolCall });

export interface ToolResult {
  content: (TextContent | ImageContent)[];
  details?: unknown;
  /** pi >= 0.99 */
  structuredContent?: unknown;
}

interface ToolExecution {
  toolCallId: string;
  toolName: string;
  /** pi >= 0.99: the run that called this one (code mode). */
  parentToolCallId?: string;
}

export type CompactionReason = 'manual' | 'threshold' | 'overflow';

export type PiEvent =
  | { type: 'agent_start' | 'turn_start' }
  | { type: 'summarization_retry_finished' }
  | { type: 'agent_end'; messages?: AgentMessage[]; willRetry?: boolean }
  /** Since 0.80.4. */
  | { type: 'agent_settled'; aborted?: boolean }
  | { type: 'turn_end'; message?: AgentMessage; toolResults?: ToolResultMessage[] }
  | { type: 'message_start' | 'message_end'; message: AgentMessage }
  | {
      type: 'message_update';
      assistantMessageEvent: AssistantMessageEvent;
      message?: AgentMessage;
      usage?: Usage;
    }
  | (ToolExecution & { type: 'tool_execution_start'; args: Record<string, unknown> })
  | (ToolExecution & {
      type: 'tool_execution_update';
      args?: Record<string, unknown>;
      partialResult: ToolResult;
    })
  | (ToolExecution & {
      type: 'tool_execution_end';
      result: ToolResult;
      isError: boolean;
      durationMs?: number;
    })
  | { type: 'queue_update'; steering: string[]; followUp: string[] }
  | { type: 'compaction_start'; reason: CompactionReason }
  | {
      type: 'compaction_end';
      reason: CompactionReason;
      result?: {
        summary: string;
        tokensBefore: number;
        /** Since 0.79.8. */
        estimatedTokensAfter?: number;
        details?: unknown;
        /** Since 0.82. */
        usage?: Usage;
      } | null;
      aborted?: boolean;
      willRetry?: boolean;
      errorMessage?: string;
    }
  | { type: 'auto_retry_start'; attempt: number; maxAttempts: number; delayMs: number; errorMessage: string }
  | { type: 'auto_retry_end'; success: boolean; attempt: number; finalError?: string }
  | {
      type: 'summarization_retry_scheduled';
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: 'summarization_retry_attempt_start'; source?: string; reason?: string }
  /** Since 0.82.0. `id` is the id of the bash command. `delta` has no colors and no NUL characters. */
  | { type: 'bash_execution_update'; id?: string; delta: string }
  | { type: 'thinking_level_changed'; level: ThinkingLevel }
  | { type: 'session_info_changed'; name?: string }
  | { type: 'entry_appended'; entry: { type: string; id: string; targetId?: unknown } }
  | { type: 'extension_error'; extensionPath: string; event: string; error: string }
  | UiRequest;
