// The place that the address of the page names: the session, and the part of it on the page. Never a token or a text
// that the user typed.
import { CHANGE_SCOPES, type ChangeScope } from '../../state/workbench/requests.ts';

export interface Place {
  /** The session of the agent. Unlike the agent's id, it survives a restart of the server. */
  session: string | null;
  /** The id of a region other than the chat, the editor and the review. */
  region: string | null;
  review: { scope: ChangeScope; turn: string | null } | null;
  /** The file in the editor, or the one at which the review starts. */
  file: string | null;
  /** The tool run whose changes to the file are shown, or 'conversation' for those of all. */
  diff: string | null;
  /** 1-based. */
  line: number | null;
  /** The id of the open settings page. */
  settings: string | null;
}

export const NO_PLACE: Place = {
  session: null,
  region: null,
  review: null,
  file: null,
  diff: null,
  line: null,
  settings: null,
};

/** `agent` names the agent of a window of its own, and `show` that of a notification (see App.svelte). */
const PARAMETERS = [
  'agent',
  'show',
  'session',
  'region',
  'review',
  'turn',
  'file',
  'diff',
  'line',
  'settings',
];
/** Linux has no longer paths. All other values are much shorter. */
const MAX_LENGTH = 4096;

/** Anybody can write an address, so each value that is not valid counts as absent. */
export function parsePlace(search: string): Place {
  const query = new URLSearchParams(search);
  const text = (name: string): string | null => {
    const value = query.get(name);
    return value !== null && value.length <= MAX_LENGTH && /^\P{Cc}+$/u.test(value) ? value : null;
  };
  const id = (name: string): string | null => /^[\w-]{1,64}$/.exec(query.get(name) ?? '')?.[0] ?? null;
  const scope = CHANGE_SCOPES.find((each) => each === query.get('review'));
  const file = text('file');
  const line = /^[1-9]\d{0,8}$/.exec(query.get('line') ?? '')?.[0];
  return {
    session: text('session'),
    region: id('region'),
    review: scope ? { scope, turn: text('turn') } : null,
    file,
    diff: file && text('diff'),
    line: file !== null && line ? Number(line) : null,
    settings: id('settings'),
  };
}

/**
 * Returns the query of the address, or '' if it is empty. Parameters of `search` that are not the page's own stay. The
 * address of a window that shows only one agent also names that agent.
 */
export function formatPlace(
  place: Place,
  { search, agent }: { search: string; agent: string | null },
): string {
  const query = new URLSearchParams(search);
  const isOwnWindow = query.has('agent');
  for (const name of PARAMETERS) query.delete(name);
  const { session, region, review, file, diff, line, settings } = place;
  const values = {
    agent: isOwnWindow ? agent : null,
    session,
    region,
    review: review?.scope,
    turn: review?.turn,
    file,
    diff,
    line,
    settings,
  };
  for (const [name, value] of Object.entries(values)) if (value) query.set(name, String(value));
  // A query may contain these characters, and a path is easier to read with them.
  const text = query.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return text && `?${text}`;
}
