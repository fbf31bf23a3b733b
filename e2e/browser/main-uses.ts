// The specs of what everybody does: those that run in Firefox too, and on other versions of pi.

/** The specs of the main uses of the page. */
export const MAIN_USES = [
  ...['uses', 'chat', 'composer', 'messages', 'queue', 'dialogs', 'reconnect', 'shell', 'palette'],
  ...['terminal', 'editor', 'files', 'search', 'changes', 'review', 'agents', 'sessions', 'settings'],
  'language',
] as const;

/** The specs of what depends on the version of pi. */
export const USES_OF_PI = [
  ...['uses', 'chat', 'composer', 'composer-attachments', 'composer-commands', 'drafts', 'messages'],
  ...['queue', 'dialogs', 'dialogs-lifetime', 'changes', 'changes-running', 'review', 'agents'],
  ...['sessions', 'session-acts', 'session-tree', 'context', 'cost-notices', 'settings', 'model-tests'],
  ...['terminal-runs', 'user-bash', 'reconnect', 'crash', 'palette', 'places', 'extension-page'],
] as const;
