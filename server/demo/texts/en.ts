// The demo's texts, in English. The other languages have the same texts.
export const en = {
  /** Each starts its plot. The page offers the same words (web/lib/demo-words.ts). */
  words: { tour: 'tour', long: 'long', slow: 'slow', fail: 'fail', ask: 'ask', error: 'error' },

  anImage: '(an image)',
  steered: 'Changing course, then:',
  remarked: 'Understood. I will keep that in mind and carry on.',

  replyThought: 'This arrived after my last answer had ended, so it gets a separate short answer.',
  images: (count: number): string =>
    count === 0 ? '' : count === 1 ? ' and sent an image' : ` and sent ${count} images`,
  reply: (quote: string, images: string): string =>
    `You wrote “${quote}”${images}. It waited until my last answer had ended, and this is ` +
    'its **own answer**.\n\nI am a script, so I cannot say much about it. Type `tour` to ' +
    'start again, or one of `long`, `slow`, `fail`, `ask`, and `error`.',
  lost: 'Only a summary of your question is left, so I end here. Type `tour` to begin again.',
  longThought: 'The user wants a long answer: about ten thousand tokens, with everything that Markdown has.',

  slowThought: 'Slowly. No need to hurry. Every word can be read as it arrives.',
  slow:
    '## A slow answer\n\nSome models take their time, and so does this one: about ten tokens a second. ' +
    'It is a good moment to try what you can do **while** an answer is running:\n\n' +
    '1. write something and press *Steer*: it is delivered at the next boundary;\n' +
    '2. write something else and press *Follow up*: it waits for the end;\n' +
    '3. reload the page: the half-written answer is still there, and continues;\n' +
    '4. press *Stop*: the text so far is kept.\n\n' +
    'If you do none of these, the answer simply ends here.',

  failThought: 'I will run a command that fails, so that the user can see a failure.',
  failBefore: 'I am going to run something that cannot work: a release without a server.',
  failAfter: (code: string | undefined): string =>
    `## What went wrong\n\n${code ? `The command ended with **exit code ${code}**` : 'The command failed'}: ` +
    'no host is called `tea.invalid`, and none ever will be, because the domain `.invalid` is ' +
    'reserved for that ([RFC 2606](https://www.rfc-editor.org/rfc/rfc2606)).\n\n' +
    '- Nothing was released, so there is nothing to undo.\n' +
    '- A failed tool does not end a run: its output goes to the model like any other, and the model ' +
    'decides what to do next. I decide to stop here.',

  questions: [
    {
      asks: 'Three short questions, each in a different kind of dialog. First, a choice.',
      args: { kind: 'select', title: 'Which tea?', options: ['green', 'oolong', 'black', 'herbal'] },
    },
    {
      asks: 'Now a yes or no. This dialog has a time limit: it closes after a minute.',
      args: { kind: 'confirm', title: 'With milk?', message: 'A matter of taste.', seconds: 60 },
    },
    {
      asks: 'Finally, a few words of yours.',
      args: { kind: 'input', title: 'For whom is it?', placeholder: 'a name' },
    },
  ],
  answersHead: 'Thank you. These are your answers:\n\n| question | answer |\n| --- | --- |',
  cannotAsk: 'I would ask you something, but pi was started without the tool `demo_ask`.',
  overloaded:
    'Third time lucky. I answered twice with **529 Overloaded**; pi waited a little, longer the second time, ' +
    'and tried again with the same conversation, which no longer contains the failed attempts.',

  openingThought:
    'The user wants to see what this panel can do. I am the demo model, a script, so I should say so at once. ' +
    'Everything else is real: pi runs my tool calls in the workspace, and the panel shows what happens. ' +
    'I will begin with some Markdown, then look around with a command that takes a few seconds.',
  opening:
    '# A short tour\n\n' +
    'I am the **demo model**: a script that needs no key and no network. Only my words are made up. The ' +
    'agent is the real `pi`, and everything it does in this workspace really happens.\n\n' +
    '## What to watch\n\n' +
    '- the *thoughts* above collapse, the answer stays;\n' +
    '- every tool call is a separate row that shows its arguments while they are still being written;\n' +
    '- the **terminal** shows the output as the program writes it.\n\n' +
    '| while I work | you can |\n| --- | --- |\n' +
    '| a command runs | **Steer**: I get the message when the command has ended |\n' +
    '| I am answering | **Follow up**: it waits until I am done |\n' +
    '| you have seen enough | **Stop** |\n\n' +
    'First I look around. The command is slow on purpose, and draws a progress bar by returning to ' +
    'the start of its line.\n',
  /** In single quotes of a shell, in formats of printf. */
  shell: {
    lookingAround: 'Looking around in %s',
    readable: 'the folder can be read',
    time: 'time passes',
    full: 'the bar is full',
    testFails: 'a test fails',
  },
  readCode:
    'This is the sample project, a timer for tea. Its tests ran, too; I will look at the code they test.\n',
  bugThought:
    'formatDuration(245) gives 4:5 where the test wants 4:05. The minutes are right; the seconds are put in ' +
    'as a bare number, so anything below ten loses its zero. One line has to change.',
  bug: (code: string): string =>
    'Here is the bug: the seconds are inserted as a bare number, so `4:05` becomes `4:5`.\n\n' +
    `\`\`\`js\n${code}\n\`\`\`\n\n` +
    'Padding them to two digits fixes it. The edit arrives as a diff, and the file opens in the editor ' +
    'when you click its name.\n',
  testAgain: 'Now I run the tests again.\n',
  noteAfterFix: 'The sample project is already fixed.',
  noteElsewhere: 'This workspace is yours, so I leave your files alone.',
  note: (path: string): string =>
    ` I write a note, \`${path}\`, and use it to show reading and editing. Delete it whenever you like.\n`,
  noteTask: '- [ ] See an edit arrive as a diff',
  noteText: (task: string): string =>
    `# A note of the demo model\n\n- [x] See a file being written\n${task}\n\nThis file may be deleted.\n`,
  readNote: 'Reading it back:\n',
  tickNote: 'One task is left. One character ticks it off:\n\n',

  noEdit: 'I did not get to edit a file.',
  editFailed: (output: string): string => `The edit did not work: ${output}`,
  noteDone: (path: string): string => `Done: \`${path}\` was written, read, and edited.`,
  fixed: (path: string): string => `Done: one line of \`${path}\` changed, and all tests pass.`,
  stillFails: (path: string): string => `One line of \`${path}\` changed, but a test still fails.`,
  next: '## What to try next',
  nextWords: `Send me a word:

| word | what happens |
| --- | --- |
| \`long\` | an answer of about ten thousand tokens |
| \`slow\` | a slow answer |
| \`fail\` | a command that fails |
| \`ask\` | questions that an extension asks you |
| \`error\` | a provider that is overloaded twice |
| \`tour\` | this tour again |
`,
  nextPlaces: `Or look around:

1. open the edit above, and the file it changed;
2. run a command yourself: \`!ls -l\` here in the composer;
3. type \`/demo-ui\` to see what else an extension can put on the page;
4. reload the page in the middle of an answer.
`,
  withoutTools: `# A very short tour

I am the **demo model**. My tour reads, edits, and runs things, but pi was started without the tools \`bash\`,
\`read\`, \`edit\`, and \`write\`, so I can only talk.

`,

  sample: {
    about: 'Shows how long a tea should steep, and counts down.',
    /** Comments of three commands, in columns. */
    commands: `node src/cli.js green      # 2:00, counting down
node src/cli.js --list
npm test                   # needs only Node`,
    description: 'A sample project of pi-panel',
    parse: "Parses '4m30s', '90s', or '2m' and returns seconds.",
    format: 'Formats seconds as minutes and seconds, like a kitchen timer.',
    noDuration: "'${text}' is not a duration such as 4m30s",
    noTea: "No tea is called '${name}'; there are",
    ready: 'Your tea is ready.',
    tests: {
      together: 'minutes and seconds are parsed together',
      invalid: 'an invalid duration is rejected',
      twoDigits: 'seconds below ten have two digits',
      valid: 'every tea has a valid time',
      cases: 'a tea is found in upper and lower case',
    },
  },
};

export type Texts = typeof en;
