// What pi says becomes what the views need: repeats, snapshots and base64 go, the server's clock comes.
// It holds only what it needs to know what is repeated; the conversation itself is the fold's.
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { isShown } from '../../../shared/view/transcript.ts';
import type { SlimEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import type { Said } from '../../../shared/view/view.ts';
import { AnswerStream } from './answer-stream.ts';
import { cutValue, type Limits } from './cut.ts';
import { slimUi } from './slim-ui.ts';
import { slimMessage, slimSummary, type Images } from './slim-message.ts';
import { ToolStream, type RunOutputs } from './tool-stream.ts';

export { slimMessage, type RunOutputs };

const MAX_UNKNOWN = 16 * 1024;
/** For texts that pi passes on from extensions and providers. */
const SAID: Limits = { string: 256 * 1024, total: 1024 * 1024 };

export interface SlimOptions {
  /** ms since 1970 */
  now: () => number;
  images: Images;
  /** Takes the output of bash; without it, bash is treated like every other tool. */
  outputs?: RunOutputs;
  /** Follows what becomes of queued messages. */
  queue?: QueueFollower;
}

export interface QueueFollower {
  /** For a message that a person gave: which it is. */
  trackEvent(event: PiEvent): Said | undefined;
  /** What is to be told after that event. */
  drainEvents(): ViewEvent[];
}

export interface Slimmer {
  /**
   * One event of pi 0.73.1 to 1.5.2, in order, as none, one or a few events for the fold.
   * A known event of unknown shape becomes `panel_bad_record`.
   */
  push(event: PiEvent): ViewEvent[];
  /** To be called when the view is replaced: nothing that was said before may be taken as known. */
  reset(): void;
}

export function createSlim({ now, images, outputs, queue }: SlimOptions): Slimmer {
  const answer = new AnswerStream();
  const tools = new ToolStream({ now, images, outputs });

  function slim(event: PiEvent, said: Said | undefined): ViewEvent[] {
    switch (event.type) {
      case 'message_start':
        return event.message.role === 'assistant'
          ? [{ type: 'message_start', message: answer.start(event.message) }]
          : [];
      case 'message_update':
        return answer
          .update(event.assistantMessageEvent, event.message)
          .map((delta) => ({ type: 'message_update', assistantMessageEvent: delta }));
      case 'message_end':
        return endMessage(event.message, said);
      case 'tool_execution_start':
        return tools.start(event);
      case 'tool_execution_update':
        return tools.update(event);
      case 'tool_execution_end':
        return tools.end(event);
      case 'bash_execution_update':
        return tools.append(event);
      case 'turn_start':
        tools.startTurn();
        return [{ type: 'turn_start', panel_at: now() }];
      case 'turn_end':
        return [{ type: 'turn_end' }];
      case 'agent_start':
        // Up to 0.80.3 nothing else says that the runs of an earlier one are over.
        tools.settle();
        return [{ type: 'agent_start', panel_at: now() }];
      case 'agent_end':
        return [{ type: 'agent_end', ...(event.willRetry !== undefined && { willRetry: event.willRetry }) }];
      case 'agent_settled':
        // The fold closes what is open; so the end of a message that comes all the same must bring it whole.
        answer.drop();
        tools.settle();
        return [event];
      case 'compaction_start':
        answer.drop();
        return [{ type: 'compaction_start', reason: event.reason, panel_at: now() }];
      case 'compaction_end':
        return [endCompaction(event)];
      case 'auto_retry_start':
      case 'summarization_retry_scheduled':
      case 'extension_error':
        return [{ ...cutValue(event, SAID), panel_at: now() }];
      case 'extension_ui_request':
        return [{ ...slimUi(event), panel_at: now() }];
      case 'auto_retry_end':
      case 'summarization_retry_attempt_start':
      case 'summarization_retry_finished':
      case 'thinking_level_changed':
      case 'session_info_changed':
        return [cutValue(event, SAID)];
      case 'queue_update':
        return [event];
      case 'entry_appended': {
        const { type, replacement } = event.entry;
        // All else repeats what is told otherwise, or is an extension's own (pi >= 0.80.4).
        if (type !== 'context_edit' || replacement !== null) return [];
        return [{ type: 'entry_appended', entry: { type: 'context_edit' } }];
      }
      default:
        event satisfies never;
        return [slimUnknown(event)];
    }
  }

  function endMessage(message: AgentMessage, said: Said | undefined): ViewEvent[] {
    if (message.role === 'toolResult') return tools.result(message);
    if (message.role === 'assistant') return [{ type: 'message_end', message: answer.end(message) }];
    if (!isShown(message)) return [];
    const whole = slimMessage(message, images);
    if (!isShown(whole)) return [];
    return [{ type: 'message_end', message: whole, ...(said && { panel_said: said }) }];
  }

  function endCompaction(event: Extract<PiEvent, { type: 'compaction_end' }>): SlimEvent {
    const { result, ...rest } = cutValue({ ...event, result: null }, SAID);
    if (!event.result) return { ...rest, panel_at: now() };
    const { summary, tokensBefore, estimatedTokensAfter } = event.result;
    return {
      ...rest,
      result: {
        summary: slimSummary(summary),
        tokensBefore,
        ...(estimatedTokensAfter !== undefined && { estimatedTokensAfter }),
      },
      panel_at: now(),
    };
  }

  return {
    push(event) {
      try {
        const said = queue?.trackEvent(event);
        return [...slim(event, said), ...(queue?.drainEvents() ?? [])];
      } catch {
        // Not a shape that any known pi speaks: counted and shown like a line that is no record.
        return [{ type: 'panel_bad_record' }];
      }
    },
    reset() {
      answer.drop();
      tools.settle();
    },
  };
}

/** The fold ignores it, but whoever listens may know it. */
function slimUnknown(event: { type: string }): ViewEvent {
  const isSmall = JSON.stringify(event).length <= MAX_UNKNOWN;
  return (isSmall ? event : { type: event.type }) as ViewEvent;
}
