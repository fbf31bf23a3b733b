// The HTTP API's types for stored sessions: listing, marking, copying, and reading backwards.
import type { EntryPlace } from './searches.ts';
import type { Entry, NewerBranch, ToolRun } from './view/conversation.ts';

/** GET /api/agents/:agent/entries?before=KEY&limit=N */
export interface EntriesPage {
  entries: Entry[];
  /** The tool runs of these entries. */
  toolRuns: Record<string, ToolRun>;
  hasOlder: boolean;
  newerBranch?: NewerBranch;
}

/**
 * GET /api/agents/:agent/children/:child: the end of a sub-agent's conversation, by the id that its package gave it.
 */
export interface ChildConversation {
  /** pi's messages, oldest first: those of the user, answers and results. */
  messages: Readonly<Record<string, unknown>>[];
  /** Whether earlier ones are left out. */
  isCut: boolean;
}

/** GET /api/sessions */
export interface StoredSessions {
  /** Newest first. */
  sessions: StoredSession[];
  /** Set if older sessions match too, which the limit of the request left out. */
  hasOlder?: true;
}

export interface StoredSession {
  id: string;
  name?: string;
  /** Absolute path of its folder. */
  workspace: string;
  firstMessage: string;
  messageCount: number;
  /** ms since 1970 */
  created: number;
  modified: number;
  /** Id of the session that it was forked or cloned from, if that one is stored in the folders that are listed. */
  parent?: string;
  /** Set if its file is large and has not been read completely yet, so that it has more messages. */
  isPartial?: true;
  pinned?: boolean;
  archived?: boolean;
  /** Set if its folder no longer exists. The session can be continued in another folder. */
  isHomeless?: true;
}

/** Identifies a stored session and its folder. */
export type NamedSession = Pick<StoredSession, 'id' | 'name' | 'firstMessage' | 'workspace' | 'isHomeless'>;

/** GET /api/trash/sessions: the last deleted one first. POST /api/sessions/:session/restore puts one back. */
export interface DeletedSessions {
  sessions: DeletedSession[];
  /** The files in the trash that cannot be read as a session, if there are any. */
  unreadable?: { count: number; folder: string };
}

export interface DeletedSession extends NamedSession {
  /** ms since 1970 */
  deletedAt: number;
}

/** GET /api/sessions/:session/entries?before=KEY&branch=ENTRY&entry=ENTRY&limit=N: read from the file, without pi. */
export interface StoredPage extends EntriesPage {
  session: NamedSession;
  /** Where the page shows `entry`; absent if it does not. */
  place?: EntryPlace;
}

/** POST /api/sessions/:session: absent fields stay unchanged. Only the name is written into pi's file. */
export interface SessionChange extends SessionMarks {
  name?: string;
}

export interface SessionMarks {
  pinned?: boolean;
  archived?: boolean;
}

/** GET /api/sessions/:session: it also answers for an id that no session has. */
export interface SessionPresence {
  isStored: boolean;
  /**
   * Whether the user ended its agent and has not continued the session since. No page starts such a session by itself.
   */
  wasEnded: boolean;
}

/**
 * POST /api/sessions/:session/copy `{workspace}`, PUT /api/sessions?workspace=DIR with a file: the id of the new
 * session.
 */
export interface CopiedSession {
  id: string;
}
