// What the page is told of a session that is shared (`/share`) and of a report to pi's developers (`/bug`) before
// anything is sent. pi has both in its TUI only (0.73.1 to 1.6.0), so the panel's extension inside pi does the same.

/** `gist`: a secret gist of the user's GitHub account. `radius`: for the members of the user's organization. */
export type SharePlace = 'gist' | 'radius';

/** Answer of `panel_share`: a file that waits to be sent. GET /api/agents/:agent/exports/:download returns it. */
export interface ShareOffer {
  download: string;
  place: SharePlace;
  /** Who shares it, as the GitHub CLI says, such as `octocat on github.com`. */
  account?: string;
  /** The file as it will be sent. */
  name: string;
  bytes: number;
}

/** Answer of `panel_share_send`. */
export interface Shared {
  /** The page that shows the session. */
  url: string;
  /** The address of the gist. */
  gist?: string;
}

/** What a report to pi's developers shall contain. */
export interface BugReportRequest {
  /** What the user says of it. */
  hint: string;
  withSession: boolean;
  /** Whether the model of the session writes a summary of it, which costs a request. */
  withSummary: boolean;
}

/** Answer of `panel_bug`: files that wait to be sent. */
export interface BugReport {
  download: string;
  /** The id of the report. */
  id: string;
  /** The host that gets it. */
  host: string;
  /** Whether pi is offline (`PI_OFFLINE`) and uploads nothing. */
  isOffline: boolean;
  files: BugReportFile[];
}

export interface BugReportFile {
  name: string;
  bytes: number;
  /** Its text, or the beginning. */
  text: string;
}

/** Answer of `panel_bug_send`. `download`: of the zip file, if that is wanted. */
export interface SentBugReport {
  id: string;
  download?: string;
}
