// How the panel handles each name that pi offers. The names in the panel's own tables are read from those tables. Each
// other name has an entry here: how the panel handles it, or why it does not.
import { COMMAND_FACTS } from '../../shared/pi/command-facts.ts';
import type { UiRequest } from '../../shared/pi/dialogs.ts';
import type { PiEvent } from '../../shared/pi/events.ts';
import { AGENT_SETTINGS } from '../../web/settings/pi/agent-settings.ts';
import { TERMINAL_SETTINGS } from '../../web/settings/pi/terminal-settings.ts';
import type { Surface } from './read-surface.ts';

type Kind = Exclude<keyof Surface, 'version'>;

/** The same words for several names. */
const each = (words: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, words]));

const INSIDE = 'runs inside pi as in any mode, and needs nothing of a host';
const OWN = 'pi writes it itself, for its own use';
const OUTDATED = 'pi reads it only to replace it';

/** The compiler wants the events that the panel has types for, and no others. */
const EVENTS: Record<PiEvent['type'], string> = {
  agent_start: 'the run begins',
  agent_end: 'the run ends, or will be repeated',
  agent_settled: 'the run is over',
  turn_start: 'the turn begins',
  turn_end: 'the turn ends',
  message_start: 'a row',
  message_update: 'the text of the row grows',
  message_end: 'the whole row',
  tool_execution_start: 'a card',
  tool_execution_update: 'the output of the card grows',
  tool_execution_end: 'the result of the card',
  bash_execution_update: 'the output of a command of the user',
  queue_update: 'the queue',
  compaction_start: 'the context is being compacted',
  compaction_end: 'the row of the summary, or why there is none',
  auto_retry_start: 'the wait before another attempt',
  auto_retry_end: 'the outcome of the attempts',
  summarization_retry_scheduled: 'the wait before another attempt',
  summarization_retry_attempt_start: 'the attempt',
  summarization_retry_finished: 'the attempts are over',
  thinking_level_changed: 'the thinking level',
  session_info_changed: 'the name of the session',
  entry_appended: 'a row of an extension',
  extension_error: 'a notice with the name of the extension',
  extension_ui_request: 'see the methods',
};

const UI_REQUESTS: Record<UiRequest['method'], string> = {
  select: 'a dialog',
  confirm: 'a dialog',
  input: 'a dialog',
  editor: 'a dialog',
  notify: 'a notice',
  setStatus: 'a status',
  setWidget: 'a widget',
  setTitle: 'the title of the tab',
  set_editor_text: 'the text of the composer',
};

/** How the panel handles each name, by kind. */
export const HANDLED: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  commands: each('in the table of commands', Object.keys(COMMAND_FACTS).join(' ')),
  events: EVENTS,
  uiRequests: UI_REQUESTS,
  settings: each(
    'a control in Settings',
    [...AGENT_SETTINGS, ...TERMINAL_SETTINGS]
      .flatMap(({ settings }) => settings)
      .map(({ key }) => key)
      .join(' '),
  ),
  extensionApi: {
    ...each('what is registered is listed in What is loaded', 'registerTool registerFlag registerCommand'),
    ...each('in the palette and in Settings, Keys', 'registerShortcut'),
    ...each(
      'drawn inside pi, and shown as a row',
      'registerMessageRenderer registerEntryRenderer registerToolRenderer',
    ),
    ...each('applied inside pi to each complete text of the conversation', 'registerMarkdownTransformer'),
    ...each('a message of the conversation', 'sendMessage sendUserMessage'),
    ...each(
      'an event or an entry that the page follows',
      'appendEntry setSessionName setLabel setModel setThinkingLevel',
    ),
    ...each('the page shows which tools are active', 'setActiveTools'),
    ...each(
      'the providers and models are listed, signed in to, and chosen',
      'registerProvider unregisterProvider',
    ),
    ...each('the model is listed and chosen like any other', 'registerVirtualModel unregisterVirtualModel'),
    ...each('the server is listed with its state in Settings, MCP', 'registerMcpServer unregisterMcpServer'),
    ...each(
      INSIDE,
      'on getFlag getSessionName exec getActiveTools getAllTools getSettings getCommands getThinkingLevel getMcpServers events',
    ),
  },
  extensionEvents: {
    ...each(
      INSIDE,
      'after_provider_response agent_before_settle agent_end agent_settled agent_start before_agent_start before_provider_headers before_provider_request context context_with_system input mcp_servers_change message_end message_start message_update model_select provider_stream_event resources_discover session_before_compact session_before_fork session_before_switch session_before_tree session_compact session_compact_failed session_info_changed session_shutdown session_start session_tree thinking_level_select tool_call tool_execution_end tool_execution_start tool_execution_update tool_result turn_end turn_start user_bash cache_warming_decision ui_prompt_end ui_prompt_start',
    ),
    project_trust: 'the panel asks the question of an extension, and pi its own is not asked',
  },
  context: {
    ui: 'see the members of ctx.ui',
    mode: 'answers "tui", because screens of extensions are shown on the page',
    ...each('a new session, which the page follows', 'newSession fork switchSession navigateTree'),
    reload: 'reads extensions again; the page follows',
    shutdown: 'the panel sends nothing more, and pi ends in an orderly way',
    ...each(
      INSIDE,
      'abort compact cwd executeTool getContextUsage getSystemPrompt getSystemPromptOptions hasPendingMessages hasUI isIdle isProjectTrusted model modelRegistry scopedModels sessionManager signal thinkingLevel tools waitForIdle',
    ),
  },
  ui: {
    ...each('a dialog', 'confirm editor input select'),
    ...each(
      'a notice, a status, a widget, a title, a header, a footer',
      'notify setStatus setWidget setTitle setHeader setFooter',
    ),
    ...each('a screen on the page', 'custom setEditorComponent getEditorComponent'),
    ...each('the composer', 'setEditorText getEditorText pasteToEditor addAutocompleteProvider'),
    ...each('all cards of the page are opened or closed', 'getToolsExpanded setToolsExpanded'),
    ...each('keys of the page', 'onTerminalInput'),
    ...each('the theme of the page', 'theme getTheme getAllThemes setTheme'),
    ...each(
      'words and signs of waiting',
      'setWorkingMessage setWorkingVisible setWorkingIndicator setHiddenThinkingLabel',
    ),
  },
};

/** The fields for which the panel has no type, with the reason. */
export const UNTYPED_FIELDS: Readonly<Record<string, string>> = {
  ...each('internal to the provider', 'assistant.api assistant.responseId assistant.rawStopReason'),
  'assistant.endTurn': 'internal to the provider; pi itself keeps it for debugging',
  'assistant.providerThinkingLevel': 'the provider’s own word for the thinking level, which is shown',
  'assistant.deferred': 'of answers that are fetched later, which pi asks for only in programs of its own',
  ...each(
    'What the model sees shows the prompt and the tools as they are now, from pi itself',
    'system.sections system.toolsAdded system.toolsRemoved',
  ),
  'usage.cacheWrite1h': 'a part of cacheWrite, of which pi shows only the whole',
};

/** The names that the panel does not handle, with the reason. */
export const NOT_HANDLED: Readonly<Partial<Record<Kind, Readonly<Record<string, string>>>>> = {
  settings: {
    $schema: 'not a setting: the address of the schema, for editors',
    ...each(OWN, 'deviceId extensionChangelogVersions lastChangelogVersion trackingId'),
    ...each(OUTDATED, 'queueMode retry.maxDelayMs websockets'),
  },
};
