// pi's messages and their content blocks, in pi 0.73.1 to 1.5.2. Types only.

export interface TextContent {
  type: 'text';
  text: string;
}

export interface ThinkingContent {
  type: 'thinking';
  thinking: string;
  /** The provider withheld the text; `thinking` is empty or a placeholder. */
  redacted?: boolean;
}

/** `data` is base64. The server replaces it with `panel_ref`, the path from which the page fetches the image. */
export interface ImageContent {
  type: 'image';
  data?: string;
  mimeType: string;
  panel_ref?: string;
}

export interface ToolCall {
  type: 'toolCall';
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** pi >= 1.x: the arguments were not valid JSON, and the call was refused. */
  argumentsError?: string;
}

export interface Cost {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  total: number;
  /** Whether the provider has billed `total`; otherwise pi estimated it from its list of prices (pi >= 1.5). */
  totalFromProvider?: boolean;
}

/** Tokens, and US dollars in `cost`. `reasoning` since 0.80.3. */
export interface Usage {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  totalTokens?: number;
  reasoning?: number;
  cost: Cost;
}

/** `pending` occurs only in the message_start of pi >= 0.84. */
export type StopReason = 'stop' | 'length' | 'toolUse' | 'error' | 'aborted' | 'pending';

export type AssistantContent = TextContent | ThinkingContent | ToolCall;
export type UserContent = string | (TextContent | ImageContent)[];

/** `timestamp` is in ms since 1970 in every message. */
export interface UserMessage {
  role: 'user';
  content: UserContent;
  /** Set by the server if the text was too long for a page, so that only its beginning is here. */
  panel_cut?: true;
  timestamp: number;
}

export interface AssistantMessage {
  role: 'assistant';
  content: AssistantContent[];
  provider?: string;
  model?: string;
  /** The model that the provider says has answered, such as the one that a router chose (pi >= 0.99). */
  responseModel?: string;
  usage?: Usage;
  stopReason: StopReason;
  errorMessage?: string;
  timestamp: number;
  /** Set by the server for pi < 1.x. */
  durationMs?: number;
  /** The thinking level of the request (pi >= 1.0.3). */
  thinkingLevel?: ThinkingLevel;
  /** What pi and the provider note about the request. Only on the server, and unchecked. */
  diagnostics?: unknown;
  /** Set by the server from the diagnostics. */
  panel_dropped?: DroppedReasoning;
}

/** Earlier reasoning that the provider did not pass on to the model (pi >= 1.5.1). */
export interface DroppedReasoning {
  provider: string;
  count: number;
  /** In the provider's words. */
  reasons: string[];
}

export interface ToolResultMessage {
  role: 'toolResult';
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: unknown;
  isError: boolean;
  timestamp: number;
  /** pi >= 1.1.0 */
  durationMs?: number;
  /** Of the requests that the tool made itself (pi >= 0.81). */
  usage?: Usage;
  /** The calls that the tool made itself, at every depth; pi >= 0.99.0. */
  nestedCalls?: { calls: NestedCall[] };
}

export interface NestedCall {
  /** `<id of the calling run>/<n>` */
  id: string;
  name: string;
  status: 'ok' | 'error' | 'unfinished';
  /** Absent if they are large. */
  arguments?: Record<string, unknown>;
  durationMs?: number;
  error?: string;
}

/** A user bash: a command that the user ran with `!`, not the model. */
export interface BashExecutionMessage {
  role: 'bashExecution';
  command: string;
  output: string;
  /** Absent when canceled. */
  exitCode?: number;
  cancelled: boolean;
  truncated: boolean;
  fullOutputPath?: string;
  excludeFromContext?: boolean;
  timestamp: number;
}

/** A message from an extension. Messages with `display: false` are sent, too, and must be hidden. */
export interface CustomMessage {
  role: 'custom';
  customType: string;
  content: UserContent;
  display: boolean;
  details?: unknown;
  timestamp: number;
}

/** A session entry that its extension draws in the conversation. Not a message of pi's; the model does not see it. */
export interface CustomEntryMessage {
  role: 'customEntry';
  customType: string;
  /** The data of the entry. */
  details?: unknown;
  timestamp: number;
}

/** Made by the panel of a session entry: pi kept the provider's cache warm with a request of its own (pi >= 0.87). */
export interface WarmingMessage {
  role: 'warming';
  /** `provider/model` */
  model: string;
  /** In dollars. */
  cost: number;
  /** Tokens of the prompt that the cache now has. */
  promptTokens: number;
  note?: string;
  timestamp: number;
}

export interface BranchSummaryMessage {
  role: 'branchSummary';
  summary: string;
  fromId: string | null;
  /** Of the requests that wrote the summary (pi >= 0.82). */
  usage?: Usage;
  timestamp: number;
  /** Added by the panel from pi's entry: the files of the messages that were summarized. */
  files?: SummarizedFiles;
}

export interface CompactionSummaryMessage {
  role: 'compactionSummary';
  summary: string;
  tokensBefore: number;
  /** Of the requests that wrote the summary (pi >= 0.82). */
  usage?: Usage;
  timestamp: number;
  /** Added by the panel from pi's compaction entry: the files of the messages that were summarized. */
  files?: SummarizedFiles;
}

/** Relative or absolute paths, as the model gave them. */
export interface SummarizedFiles {
  readFiles: string[];
  modifiedFiles: string[];
}

/** pi >= 0.86 sends the system prompt as a message. */
export interface SystemMessage {
  role: 'system';
  content: unknown;
  timestamp: number;
}

/** Made by the panel of a message or an entry that cannot be shown, or not completely. */
export interface UnreadableMessage {
  role: 'unreadable';
  /** The paths of the parts that do not fit; empty if the line is damaged. */
  fields: string[];
  /** The text as it was written, or its beginning. */
  raw: string;
  /** Set if the line is not an object of JSON, so that pi skips it. */
  isDamaged?: true;
  /** Set if the row before this one shows the rest of the entry. */
  isPart?: true;
  timestamp: number;
}

export type AgentMessage =
  | UserMessage
  | AssistantMessage
  | ToolResultMessage
  | BashExecutionMessage
  | CustomMessage
  | CustomEntryMessage
  | BranchSummaryMessage
  | CompactionSummaryMessage
  | WarmingMessage
  | SystemMessage
  | UnreadableMessage;

export type ThinkingLevel = 'off' | 'minimal' | 'low' | 'medium' | 'high' | 'xhigh' | 'max';

/** A model from `get_available_models` or `get_state`. The provider `unknown` means that none is configured. */
export interface Model {
  id: string;
  name: string;
  provider: string;
  reasoning: boolean;
  input: ('text' | 'image')[];
  contextWindow: number;
  maxTokens?: number;
  /** Set by the panel if it chooses a model for each request (pi >= 0.99). */
  isVirtual?: true;
  /** Dollars for a million tokens. */
  cost?: { input: number; output: number; cacheRead?: number };
}
