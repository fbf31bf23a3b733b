// pi's documented settings for the agent itself, in the order of pi's documentation (pi 0.87.1 and 1.5.2).
import { choice, count, json, list, text, toggle, type SettingSection } from './setting.ts';

export const AGENT_SETTINGS: readonly SettingSection[] = [
  {
    title: 'Model and thinking',
    settings: [
      text('defaultProvider', 'Automatic', 'Startup AI provider.'),
      text('defaultModel', 'Automatic', 'Startup model ID.'),
      choice(
        'defaultThinkingLevel',
        ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
        'medium',
        'Startup thinking level.',
      ),
      json(
        'modelThinkingLevels',
        'None',
        'Per-model startup thinking levels keyed by exact provider/modelId.',
        { since: '0.84.3' },
      ),
      json(
        'thinkingBudgets',
        'Built-in budgets',
        'Token budgets for minimal, low, medium, and high thinking levels.',
      ),
      list(
        'enabledModels',
        'All available models',
        'Model patterns used for startup selection and model cycling. The format is that of --models.',
      ),
      toggle('hideThinkingBlock', false, 'Hide thinking blocks in the transcript.'),
      toggle(
        'showCacheMissNotices',
        false,
        'Show notices for significant cache misses, successful cache warming, compaction usage, and provider recovery.',
        { since: '0.80.4' },
      ),
      choice(
        'cacheWarming',
        ['off', 'streaming', 'idle'],
        'streaming',
        'Keep eligible provider prompt caches warm during active runs and, with "idle", for up to 30 minutes between runs, which costs money while nobody works. "streaming" warms only during active runs. Without a value, pi’s own default is "idle" since 1.5.1, which the panel limits to active runs.',
        { isGlobal: true, since: '0.86.0' },
      ),
    ],
  },
  {
    title: 'Tools',
    settings: [
      list(
        'defaultTools',
        'read, bash, edit, write',
        'Tools enabled at startup. Plain names replace the defaults; +name adds a tool and -name removes one. An empty array disables all built-in tools but not extension or SDK tools.',
        { since: '0.84.2' },
      ),
      choice(
        'codemode.mode',
        ['on', 'only'],
        'on',
        'How the codemode tool presents tools while it is active. on: declared tools get a note on calling them from scripts appended to their description, and codemode lists only tools that are not declared. only: codemode lists every tool scripts can call, and active built-in and extension tools are hidden from the model, so it reaches them through codemode.',
        { since: '0.99.0' },
      ),
      count(
        'codemode.inlineBudget',
        '3000',
        "Estimated tokens (characters / 4) the codemode tool's description may spend on tool declarations. Tools that do not fit are left out and found with searchTools(). 0 lists only namespaces.",
        { since: '0.99.0' },
      ),
    ],
  },
  {
    title: 'Sessions and context',
    settings: [
      text(
        'sessionDir',
        'Agent session directory',
        'Session storage directory. Relative paths resolve from the working directory. PI_CODING_AGENT_SESSION_DIR and --session-dir override this setting.',
      ),
      choice(
        'sessionShareDestination',
        ['auto', 'gist', 'radius'],
        'auto',
        'Destination used by /share. auto uses Radius when authenticated and otherwise creates a GitHub gist. gist always uses a gist. radius requires Radius authentication and never falls back to a gist.',
        { since: '1.3.0' },
      ),
      toggle('compaction.enabled', true, 'Enable automatic compaction.'),
      count(
        'compaction.reserveTokens',
        '16384',
        'Free context tokens below which automatic compaction starts.',
      ),
      count('compaction.keepRecentTokens', '20000', 'Recent tokens retained without summarization.'),
      json('compaction.modelOverrides', 'None', 'Per-model token settings keyed by exact provider/modelId.', {
        since: '0.86.0',
      }),
      count('branchSummary.reserveTokens', '16384', 'Tokens reserved when summarizing branch history.'),
      toggle('branchSummary.skipPrompt', false, 'Skip the branch-summary prompt and default to no summary.'),
    ],
  },
  {
    title: 'Network and retries',
    settings: [
      choice(
        'transport',
        ['auto', 'sse', 'websocket', 'websocket-cached'],
        'auto',
        'Preferred transport for AI providers that support multiple transports.',
      ),
      text(
        'httpProxy',
        'None',
        'Proxy URL applied as HTTP_PROXY and HTTPS_PROXY for Pi-managed HTTP clients.',
        { isGlobal: true, since: '0.79.5' },
      ),
      count(
        'httpIdleTimeoutMs',
        '300000',
        'HTTP header and body idle timeout in milliseconds. Set to 0 or "disabled" to disable.',
        { since: '0.75.4' },
      ),
      count(
        'websocketConnectTimeoutMs',
        '15000',
        'WebSocket connection timeout in milliseconds. Set to 0 or "disabled" to disable.',
        { since: '0.76.0' },
      ),
      toggle('retry.enabled', true, 'Enable automatic agent-level retry for transient failures.'),
      count('retry.maxRetries', '3', 'Maximum agent-level retry attempts.'),
      count('retry.baseDelayMs', '2000', 'Initial exponential-backoff delay in milliseconds.'),
      count('retry.maxAgentDelayMs', '60000', 'Maximum agent-level retry delay in milliseconds.', {
        since: '0.86.0',
      }),
      count('retry.provider.timeoutMs', 'httpIdleTimeoutMs', 'Provider request timeout in milliseconds.'),
      count('retry.provider.maxRetries', '0', 'Provider-level retry attempts.'),
      count(
        'retry.provider.maxRetryDelayMs',
        '60000',
        'Maximum server-requested delay in milliseconds. Set to 0 to disable the limit.',
      ),
    ],
  },
  {
    title: 'Shell',
    settings: [
      text('shellPath', 'Platform default', 'Custom shell executable path. Supports a leading ~.'),
      text('shellCommandPrefix', 'None', 'Prefix prepended to every shell command.'),
      list('npmCommand', 'npm', 'Command and arguments used for npm package lookup and installation.'),
      list(
        'selfUpdateCommand',
        'None',
        'Command and arguments pi update runs to update Pi itself, with {packageName}, {version}, and {installSpec} placeholders. PI_SELF_UPDATE_COMMAND takes precedence.',
        { isGlobal: true, since: '1.5.0' },
      ),
    ],
  },
  {
    title: 'Resources',
    settings: [
      json('packages', '[]', 'npm, git, or local Pi package sources.'),
      list('extensions', '[]', 'Extension files or directories.'),
      list('skills', '[]', 'Skill files or directories.'),
      list('prompts', '[]', 'Prompt-template files or directories.'),
      list('themes', '[]', 'Theme files or directories.'),
      toggle('enableSkillCommands', true, 'Register skills as /skill:name commands.'),
    ],
  },
];
