// Turns pi's events into what the views need: drops repeats, snapshots and base64, and adds the server's time. It
// remembers only what it needs to recognize repeats; the conversation itself is in the view.
import type { PiEvent } from '../../../shared/pi/events.ts';
import type { AgentMessage } from '../../../shared/pi/messages.ts';
import { warmingOf } from '../../../shared/view/warming.ts';
import { isShown } from '../../../shared/view/transcript.ts';
import type { PanelEvent, SlimEvent, ViewEvent } from '../../../shared/view/view-event.ts';
import type { SentAs } from '../../../shared/view/conversation.ts';
import { AnswerStream } from './answer-stream.ts';
import { cutValue, type Limits } from './cut.ts';
import { slimUi } from './slim-ui.ts';
import { slimDetails, slimMessage, slimSummary, slimUsage, type Images } from './slim-message.ts';
import { readEach, type Stage, type TrackedEvent } from './stage.ts';
import { ToolStream, type RunOutputs } from './tool-stream.ts';

const MAX_UNKNOWN = 16 * 1024;
/** For texts from extensions and providers that pi passes on. */
const FOREIGN_TEXT: Limits = { string: 256 * 1024, total: 1024 * 1024 };

export interface SlimOptions {
  /** ms since 1970 */
  date: () => number;
  images: Images;
  /** Receives the output of bash; without it, bash is treated like every other tool. */
  outputs?: RunOutputs | undefined;
}

/** Turns each event of pi 0.73.1 to 1.5.2 into any number of events for the fold. */
export interface Slim extends Stage<TrackedEvent, ViewEvent> {
  /** Call this when the view is replaced. Nothing that was pushed before then counts as known to the views. */
  reset: () => void;
}

export function slim({ date, images, outputs }: SlimOptions): Slim {
  const answer = new AnswerStream();
  const tools = new ToolStream({ date, images, outputs });
  let answerStartedAt: number | null = null;

  function slimEvent(event: TrackedEvent): ViewEvent[] {
    if (isPanelEvent(event)) return [event];
    switch (event.type) {
      case 'message_start':
        if (event.message.role !== 'assistant') return [];
        // The time at which pi asked the model, as in the session file. The message itself begins with the first word.
        answerStartedAt = event.message.timestamp;
        return [{ type: 'message_start', message: answer.start(event.message) }];
      case 'message_update':
        return answer
          .update(event.assistantMessageEvent, event.message)
          .map((delta) => ({ type: 'message_update', assistantMessageEvent: delta }));
      case 'message_end':
        return endMessage(event.message, event.panel_sent_as);
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
        return [{ type: 'turn_start', panel_at: date() }];
      case 'turn_end':
        return [{ type: 'turn_end' }];
      case 'agent_start':
        // Up to 0.80.3 no other event ends the tool runs of the run before.
        tools.reset();
        return [{ type: 'agent_start', panel_at: date() }];
      case 'agent_end':
        return [{ type: 'agent_end', ...(event.willRetry !== undefined && { willRetry: event.willRetry }) }];
      case 'agent_settled':
        // The fold closes an open message here, so a message_end that still follows must be whole.
        answer.reset();
        tools.reset();
        return [event];
      case 'compaction_start':
        answer.reset();
        return [{ type: 'compaction_start', reason: event.reason, panel_at: date() }];
      case 'compaction_end':
        return [endCompaction(event)];
      case 'auto_retry_start':
      case 'summarization_retry_scheduled':
      case 'extension_error':
        return [{ ...cutValue(event, FOREIGN_TEXT), panel_at: date() }];
      case 'extension_ui_request':
        return [{ ...slimUi(event), panel_at: date() }];
      case 'auto_retry_end':
      case 'summarization_retry_attempt_start':
      case 'summarization_retry_finished':
      case 'thinking_level_changed':
      case 'session_info_changed':
        return [cutValue(event, FOREIGN_TEXT)];
      case 'queue_update':
        return [event];
      case 'entry_appended': {
        const { id, type, targetId } = event.entry;
        const warming = warmingOf(event.entry);
        if (warming) return [{ type: 'panel_entry', id, message: warming }];
        // All other entries repeat other events or belong to an extension (pi >= 0.80.4).
        if (type !== 'context_edit' || typeof targetId !== 'string') return [];
        return [{ type: 'entry_appended', entry: { type, targetId } }];
      }
      default:
        event satisfies never;
        return [slimUnknown(event)];
    }
  }

  function endMessage(message: AgentMessage, sentAs: SentAs | undefined): ViewEvent[] {
    if (message.role === 'toolResult') return tools.result(message);
    if (message.role === 'assistant')
      return [{ type: 'message_end', message: { ...measure(), ...answer.end(message) } }];
    if (!isShown(message)) return [];
    const whole = slimMessage(message, images);
    if (!isShown(whole)) return [];
    return [{ type: 'message_end', message: whole, ...(sentAs && { panel_sent_as: sentAs }) }];
  }

  /** Returns how long the answer took. pi itself reports that from 1.x on. */
  function measure(): { durationMs?: number } {
    const since = answerStartedAt;
    answerStartedAt = null;
    return since === null ? {} : { durationMs: date() - since };
  }

  function endCompaction(event: Extract<PiEvent, { type: 'compaction_end' }>): SlimEvent {
    const { result, ...rest } = cutValue({ ...event, result: null }, FOREIGN_TEXT);
    if (!event.result) return { ...rest, panel_at: date() };
    const { summary, tokensBefore, estimatedTokensAfter, details, usage } = event.result;
    return {
      ...rest,
      result: {
        summary: slimSummary(summary),
        tokensBefore,
        ...(estimatedTokensAfter !== undefined && { estimatedTokensAfter }),
        ...(details !== undefined && { details: slimDetails(details) }),
        ...(usage && { usage: slimUsage(usage) }),
      },
      panel_at: date(),
    };
  }

  return {
    push: (events) => readEach(events, slimEvent),
    reset() {
      answer.reset();
      tools.reset();
    },
  };
}

function isPanelEvent(event: TrackedEvent): event is PanelEvent {
  return event.type.startsWith('panel_');
}

/** Passes on an unknown event, without its fields if it is large. The fold ignores it, but a page may know it. */
function slimUnknown(event: { type: string }): ViewEvent {
  const isSmall = JSON.stringify(event).length <= MAX_UNKNOWN;
  return (isSmall ? event : { type: event.type }) as ViewEvent;
}
