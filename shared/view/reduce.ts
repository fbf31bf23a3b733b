// The only reducer. The server uses it to keep a view for clients that connect late, and the page to render. Pure: a
// snapshot at any event, followed by the remaining events, leads to the same view.
import { noteModel } from './model-note.ts';
import { addNotice, applyUiRequest, closeDialog, forgetShown, panelNoticeId } from './extension-ui.ts';
import {
  applyState,
  applyStats,
  endCompaction,
  endRetry,
  endProcess,
  renameSession,
  settleRun,
  startCompaction,
  startRetry,
  startRun,
} from './lifecycle.ts';
import { closeLive, endLive, startLive, updateLive } from './live.ts';
import {
  blockToolRun,
  endToolRun,
  endUserBash,
  startToolRun,
  startUserBash,
  updateToolRun,
} from './tool-runs.ts';
import {
  appendEntry,
  appendMessage,
  editEntry,
  entryKey,
  identifyEntries,
  labelEntry,
  moveToEnd,
} from './transcript.ts';
import { applyFrame, closeDrawn, openDrawn } from './drawn.ts';
import type { PanelEvent, ViewEvent } from './view-event.ts';
import type { EntryMessage } from './conversation.ts';
import type { View } from './view.ts';

/** Returns the same view object if the event changes nothing, as unknown events do. */
export function reduce(view: View, event: ViewEvent): View {
  switch (event.type) {
    case 'agent_start':
      return startRun(view, event);
    case 'turn_start':
      // When two prompts race, pi >= 0.80.10 sends agent_settled right after agent_start, and continues the run.
      return view.run ? view : startRun(view, event);
    case 'agent_settled':
      return settleRun(view);
    case 'message_start':
      return startLive(view, event.message);
    case 'message_update':
      return updateLive(view, event.assistantMessageEvent);
    case 'message_end':
      return event.message.role === 'assistant'
        ? endLive(view, event.message)
        : appendMessage(withoutBroken(view, event.message), event.message, event.panel_sent_as);
    case 'tool_execution_start':
      return startToolRun(view, event);
    case 'tool_execution_update':
      return updateToolRun(view, event);
    case 'tool_execution_end':
      return endToolRun(view, event);
    case 'panel_queue':
      return { ...view, queue: event.queue };
    case 'compaction_start':
      return startCompaction(view, event);
    case 'compaction_end':
      return endCompaction(view, event);
    case 'auto_retry_start':
      return startRetry(view, event);
    case 'auto_retry_end':
      return endRetry(view, event);
    case 'summarization_retry_scheduled': {
      const { attempt, maxAttempts, errorMessage, delayMs, panel_at } = event;
      return {
        ...view,
        retry: { attempt, maxAttempts, errorMessage, until: panel_at + delayMs, waiting: true },
      };
    }
    case 'summarization_retry_attempt_start':
      return { ...view, retry: view.retry && { ...view.retry, waiting: false } };
    case 'summarization_retry_finished':
      return { ...view, retry: null };
    case 'thinking_level_changed':
      return { ...view, thinkingLevel: event.level };
    case 'session_info_changed':
      return renameSession(view, event.name);
    case 'extension_error': {
      const { extensionPath: path, event: moment, error } = event;
      const failed =
        moment === 'command' ? `${path.replace('command:', '/')} failed` : `${path} failed in ${moment}`;
      return addNotice(view, {
        id: `extension-${event.panel_at}`,
        kind: 'error',
        message: `${failed}: ${error}`,
        at: event.panel_at,
      });
    }
    case 'extension_ui_request':
      return applyUiRequest(view, event);
    case 'panel_state':
      return applyState(view, event);
    case 'panel_auto_retry':
      return { ...view, autoRetry: event.enabled };
    case 'panel_untrusted':
      return { ...view, untrusted: event.paths };
    case 'panel_stats':
      return applyStats(view, event.stats);
    case 'panel_bash_start':
      return appendUserBash(startUserBash(view, event), event);
    case 'panel_bash_end':
      return settleUserBash(endUserBash(view, event), event);
    case 'panel_dialog_closed':
      return closeDialog(view, event);
    case 'panel_companion':
      return { ...view, companionProblem: event.problem };
    case 'panel_warming':
      return { ...view, warmsWhenIdle: event.isIdle };
    case 'panel_cost_notices':
      return { ...view, showsCostNotices: event.isShown };
    case 'panel_ui_reset':
      return forgetShown(view);
    case 'panel_drawn':
      return openDrawn(view, event.drawn);
    case 'panel_frame':
      return applyFrame(view, event.frame);
    case 'panel_drawn_closed':
      return closeDrawn(view, event.id);
    case 'panel_working':
      return { ...view, working: event.working };
    case 'panel_children':
      return { ...view, children: event.children };
    case 'panel_renders':
      return { ...view, renders: event.renders };
    case 'panel_registered':
      return { ...view, registered: event.registered };
    case 'panel_theme':
      return { ...view, theme: event.name };
    case 'panel_entry':
      return appendEntry(view, {
        key: entryKey(view.entries, event.message),
        id: event.id,
        message: event.message,
      });
    case 'panel_pasted': {
      const n = (view.editorText?.n ?? 0) + 1;
      return { ...view, editorText: { text: event.text, n, isPasted: true } };
    }
    case 'panel_expanded': {
      const { what, isExpanded } = event;
      const n = (view.expanded[what]?.n ?? 0) + 1;
      return { ...view, expanded: { ...view.expanded, [what]: { isExpanded, n } } };
    }
    case 'panel_model_note':
      return noteModel(view, event);
    case 'panel_tool_blocked':
      return blockToolRun(view, event.call);
    case 'panel_label':
      return labelEntry(view, event);
    case 'panel_stored_rows':
      return identifyEntries(view, event.rows);
    case 'panel_context_edit':
      return editEntry(view, event);
    case 'panel_changes':
    case 'panel_files_changed':
      // A write may have removed lines of a change from the disk, and a commit changes what is compared with git.
      return { ...view, changesRevision: view.changesRevision + 1 };
    case 'panel_bad_record':
      return { ...view, badRecords: view.badRecords + 1 };
    case 'panel_silence':
      // pi does not answer while a program has its terminal.
      return { ...view, silentSince: view.lent ? null : event.since };
    case 'panel_ports':
      return { ...view, ports: event.ports };
    case 'panel_lent':
      return { ...view, lent: event.lent, silentSince: null };
    case 'panel_notice': {
      const { kind, message, undo, panel_at: at } = event;
      const notice = { id: panelNoticeId(at), kind, message, at, ...(undo !== undefined && { undo }) };
      return addNotice(view, notice);
    }
    case 'panel_exit':
      return endProcess(view, event);
    case 'turn_end':
    case 'agent_end':
    case 'entry_appended':
    case 'queue_update':
    case 'panel_clipboard':
    case 'panel_redraw':
    case 'panel_preview_look':
      return view;
    default:
      event satisfies never;
      return view;
  }
}

type Of<T extends string> = Extract<PanelEvent, { type: T }>;

/** Settles the streamed answer if its end cannot be read. */
function withoutBroken(view: View, message: EntryMessage): View {
  return message.role === 'unreadable' && !message.isPart ? closeLive(view) : view;
}

/** Adds the row when a user bash starts, because pi sends no event when it stores one (in any version). */
function appendUserBash(view: View, event: Of<'panel_bash_start'>): View {
  const message = {
    role: 'bashExecution' as const,
    command: event.command,
    output: '',
    cancelled: false,
    truncated: false,
    excludeFromContext: event.excludeFromContext,
    timestamp: event.panel_at,
  };
  return appendEntry(view, { key: entryKey(view.entries, message), message, call: event.call });
}

function settleUserBash(view: View, event: Of<'panel_bash_end'>): View {
  const { call, cancelled, truncated, exitCode } = event;
  const entries = view.entries.map((entry) => {
    if (entry.call !== call || entry.message.role !== 'bashExecution') return entry;
    return {
      ...entry,
      message: { ...entry.message, cancelled, truncated, ...(exitCode !== undefined && { exitCode }) },
    };
  });
  const settled = { ...view, entries };
  return view.run ? settled : moveToEnd(settled, [call]);
}
