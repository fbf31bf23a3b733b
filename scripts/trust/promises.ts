// Each promise of SECURITY.md, by its first words, and the tests that show it: the threats that they cover (see
// trust-list.ts), and the beginnings of other titles.

export interface Promised {
  promise: string;
  threats: readonly string[];
  titles?: readonly string[];
}

export const PROMISES: readonly Promised[] = [
  { promise: 'Nobody gets in without the token.', threats: ['S-08', 'S-16', 'S-17', 'S-21', 'S-22'] },
  {
    promise: 'No other web page can use the panel',
    threats: ['S-02', 'S-03', 'S-05', 'S-06', 'S-07', 'S-09'],
  },
  { promise: 'Guessing does not help, and does not lock you out.', threats: ['S-19', 'S-20', 'S-63'] },
  { promise: 'A crowd does not keep you out.', threats: ['S-28'] },
  { promise: 'Only this machine can connect', threats: ['S-01'] },
  { promise: 'A socket (`--socket`) belongs to you alone:', threats: ['S-64'] },
  { promise: '`pi-panel ssh`, `docker`, `podman` and `kubectl`', threats: ['S-24', 'S-72'] },
  { promise: 'Two addresses need no token and reveal nothing:', threats: ['S-17', 'S-66'] },
  { promise: 'No other site can show the page in a frame', threats: ['S-12'] },
  { promise: 'The token stays where it belongs:', threats: ['S-10', 'S-18', 'S-21', 'S-25'] },
  { promise: 'No panel can use another one.', threats: ['S-05', 'S-15', 'S-16'] },
  { promise: 'A status token only reads the state of the agents:', threats: ['S-05', 'S-13', 'S-16'] },
  {
    promise: 'Keys and sign-ins go to pi only.',
    threats: ['S-18'],
    titles: ['S-18, S-25: after every route was used, keys and tokens are in auth.json and nowhere else'],
  },
  {
    promise: 'Nothing is shared before you have seen it.',
    threats: ['S-26'],
    titles: ['a gist is exactly the file that was offered', 'an upload sends the files that were shown'],
  },
  {
    promise: 'Text stays text.',
    threats: ['S-43', 'S-44', 'S-45', 'S-46', 'S-47', 'S-48', 'S-51', 'S-53', 'S-54', 'S-56'],
  },
  { promise: 'A link says where it leads.', threats: ['S-44', 'S-47'] },
  {
    promise: 'Only files of the workspace.',
    threats: ['S-34', 'S-35', 'S-36', 'S-37', 'S-38', 'S-40', 'S-41'],
  },
  { promise: 'What runs in a preview reaches nothing of the panel.', threats: ['S-74', 'S-76', 'S-77'] },
  { promise: 'A file in a preview has no network', threats: ['S-75'] },
  {
    promise: 'pi sees a preview only while you let it.',
    threats: [],
    titles: [
      'pi looks only at a preview of its own agent for which the user has switched that on',
      'pi looks at a preview only while that is switched on, and gets its console, its accessible tree and a picture',
    ],
  },
  {
    promise: 'An app in a preview is one of this machine.',
    threats: ['S-74', 'S-77'],
    titles: ['the panel does not show itself'],
  },
  {
    promise: 'A file that never ends does not stop the panel.',
    threats: ['S-38'],
    titles: [
      'S-38: a git that stops is named, with the file that is not a file',
      'whatever reads the files of a project does it here, or is known not to wait for a pipe',
    ],
  },
  {
    promise: 'Saving a file that something runs by itself',
    threats: ['S-26', 'S-39', 'S-42'],
    titles: ['SECURITY.md names every kind of file that something runs later'],
  },
  {
    promise: "A project's own settings stay in the project.",
    threats: [],
    titles: ['a settings file of a project is not written outside of it if '],
  },
  { promise: 'A short text stays small.', threats: ['S-45', 'S-55'] },
  { promise: 'Opening a project does not run any of its code.', threats: ['S-59'] },
  { promise: 'Patterns cannot stop the panel.', threats: ['S-73'] },
  { promise: 'Notifications', threats: ['S-67', 'S-68', 'S-69'] },
  {
    promise: 'The service worker',
    threats: [],
    titles: ['the service worker is asked for each time, and may contact the panel alone'],
  },
  { promise: 'A new worktree runs only the set-up command that you see.', threats: ['S-70'] },
  {
    promise: 'A git that writes runs what a folder brings only after you have seen it.',
    threats: ['S-59'],
    titles: ['S-59: the plan of a merge runs a hook from '],
  },
  {
    promise: 'What git asks, you answer on the page.',
    threats: [],
    titles: [
      'the passphrase of a key that signs is asked for, and the commit is signed with it',
      'over http, a name and a password are asked for on the page, and a wrong or cancelled one is refused',
      'a hook that never ends is stopped with everything below it',
    ],
  },
  {
    promise: 'A shell runs what you type.',
    threats: ['S-16'],
    titles: [
      'the program gets the environment of the user, without variables of the panel and of npm',
      'what programs ask the terminal is answered once',
      'closing a shell ends what it started',
      'a panel that was started without shells opens none',
      'pi reads a terminal once the user allows it, types only what is confirmed, and no longer when it is off',
      'a shell that is not shared, or only for reading, is not reachable for more',
    ],
  },
  {
    promise: 'A language server starts only in a folder that you trust.',
    threats: [],
    titles: [
      'nothing starts in a folder that is not trusted, until it is',
      'in a folder without trust neither a turn nor the tool of pi starts a server, whatever the user has chosen',
      'S-59: no route, turn or tool starts a language server of a folder that is not trusted',
    ],
  },
  { promise: 'No text becomes an option or a command.', threats: ['S-57', 'S-58'] },
];
