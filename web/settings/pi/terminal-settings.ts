// pi's documented settings for the TUI and for startup (pi 0.87.1 and 1.5.2).
import { choice, count, text, toggle, type SettingSection } from './setting.ts';

export const TERMINAL_SETTINGS: readonly SettingSection[] = [
  {
    title: 'Interaction',
    settings: [
      choice(
        'steeringMode',
        ['all', 'one-at-a-time'],
        'one-at-a-time',
        'How queued steering messages are delivered.',
      ),
      choice(
        'followUpMode',
        ['all', 'one-at-a-time'],
        'one-at-a-time',
        'How queued follow-up messages are delivered.',
      ),
      text(
        'externalEditor',
        '$VISUAL, $EDITOR, then platform default',
        'Command opened by the external-editor keybinding.',
        { since: '0.80.3' },
      ),
      choice(
        'doubleEscapeAction',
        ['tree', 'fork', 'none'],
        'tree',
        'Action for double Escape with an empty editor.',
      ),
      choice(
        'treeFilterMode',
        ['default', 'no-tools', 'user-only', 'labeled-only', 'all'],
        'default',
        'Initial filter used by /tree.',
      ),
      choice('defaultProjectTrust', ['ask', 'always', 'never'], 'ask', 'Fallback project-trust behavior.', {
        isGlobal: true,
        since: '0.79.1',
      }),
    ],
  },
  {
    title: 'Terminal and display',
    settings: [
      text(
        'theme',
        '"system"',
        'Built-in or custom theme name. system derives colors from the terminal theme.',
      ),
      choice(
        'quietStartup',
        [true, false, 'header'],
        'false',
        'true hides the startup header and loaded-resource listing. "header" keeps the header (version and key hints) but hides the model scope line and loaded-resource listing.',
      ),
      choice('tuiMode', ['regular', 'fullscreen'], 'fullscreen', 'Interactive terminal UI mode.', {
        since: '0.84.0',
      }),
      choice(
        'fullscreenExitOutput',
        ['transcript', 'resume-hint'],
        'transcript',
        'Output printed when fullscreen mode exits.',
        { since: '0.84.2' },
      ),
      choice(
        'fullscreenScrollbar',
        ['auto', 'always', 'hidden'],
        'auto',
        'Fullscreen transcript scrollbar behavior.',
        { since: '0.84.0' },
      ),
      toggle('fullscreenCopyOnSelect', true, 'Copy selected text automatically in fullscreen mode.', {
        since: '0.84.4',
      }),
      count(
        'fullscreenWheelScrollLines',
        'auto',
        'Lines per mouse-wheel event in fullscreen mode, from 1 to 100. "auto" moves one line per event in local macOS terminals, which already accelerate wheel and trackpad input; elsewhere, and over SSH, it speeds up fast wheel spins to at most 6 lines per event. Alt+wheel moves five times as far.',
        { since: '0.99.0' },
      ),
      count('editorPaddingX', '0', 'Horizontal editor padding from 0 to 3 cells.'),
      choice(
        'outputPad',
        [0, 1],
        '1',
        'Horizontal transcript padding for messages, tool output, ! command output, and summary blocks.',
        { since: '0.80.3' },
      ),
      count('autocompleteMaxVisible', '5', 'Visible autocomplete entries, from 3 to 20.'),
      toggle(
        'showHardwareCursor',
        false,
        "Use the terminal cursor instead of Pi's drawn cursor. Pi still positions it for input methods.",
      ),
      toggle('terminal.showImages', true, 'Display inline images when supported.'),
      count('terminal.imageWidthCells', '60', 'Preferred inline image width in terminal cells.'),
      toggle(
        'terminal.clearOnShrink',
        false,
        'Clear empty rows when rendered content shrinks. When unset, PI_CLEAR_ON_SHRINK=1 enables it.',
      ),
      toggle('terminal.showTerminalProgress', false, 'Show OSC 9;4 progress in the terminal tab.'),
      choice('terminal.hyperlinks', [true, false, 'auto'], 'auto', 'Override OSC 8 hyperlink detection.', {
        since: '0.84.4',
      }),
      choice(
        'terminal.images',
        ['kitty', 'iterm2', 'auto', false],
        'auto',
        'Override inline-image protocol detection.',
        { since: '0.84.4' },
      ),
      choice('terminal.trueColor', [true, false, 'auto'], 'auto', 'Override true-color detection.', {
        since: '0.84.4',
      }),
      toggle(
        'images.autoResize',
        true,
        'Resize images to at most 2000 by 2000 pixels before sending them to a model.',
      ),
      toggle('images.blockImages', false, 'Prevent images from being sent to models.'),
      text('markdown.codeBlockIndent', 'two spaces', 'Prefix used to indent rendered code blocks.'),
      choice('markdown.mermaid', ['off', 'final', 'streaming'], 'streaming', 'Mermaid rendering mode.', {
        since: '0.84.0',
      }),
    ],
  },
  {
    title: 'Updates, telemetry, and warnings',
    settings: [
      toggle(
        'collapseChangelog',
        false,
        'Show a condensed changelog after an update. Also condenses extension package changelogs to one line per package.',
      ),
      toggle(
        'enableInstallTelemetry',
        true,
        'Enable anonymous install/update reporting and selected provider attribution headers. Does not control update checks.',
      ),
      toggle(
        'enableAnalytics',
        false,
        'Opt in to analytics data sharing. Currently used only by the experimental first-run setup.',
        { since: '0.79.2' },
      ),
      toggle(
        'warnings.anthropicExtraUsage',
        true,
        'Warn when Anthropic subscription authentication may use paid extra usage.',
      ),
    ],
  },
];
