// The programs, and how each is brought to ask the stub instead of its own server. `files` lie in its home; `model` is
// what is configured, `saw` how it comes to the server, and `effort` how that does, where the lane passes it on.

export const programs = [
  {
    lane: 'claude',
    npm: '@anthropic-ai/claude-code',
    model: 'claude-sonnet-4-5',
    environment: (url) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'none', DISABLE_AUTOUPDATER: '1' }),
    saw: ({ body }) => body?.model === 'claude-sonnet-4-5',
  },
  {
    lane: 'codex',
    npm: '@openai/codex',
    model: 'stub-model',
    files: (url) => ({
      '.codex/config.toml': `model_provider = "stub"\n\n[model_providers.stub]\nname = "stub"\nbase_url = "${url}/v1"\nwire_api = "responses"\n`,
    }),
    saw: ({ body }) => body?.model === 'stub-model',
  },
  {
    lane: 'gemini',
    npm: '@google/gemini-cli',
    model: 'gemini-2.5-pro',
    environment: (url) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: 'none', GEMINI_CLI_TRUST_WORKSPACE: 'true' }),
    files: () => ({ '.gemini/settings.json': '{"security":{"auth":{"selectedType":"gemini-api-key"}}}\n' }),
    saw: ({ url }) => url.includes('gemini-2.5-pro'),
  },
  {
    lane: 'opencode',
    npm: 'opencode-ai',
    model: 'anthropic/claude-sonnet-4-5',
    environment: (url) => ({ ANTHROPIC_BASE_URL: `${url}/v1`, ANTHROPIC_API_KEY: 'none', OPENCODE_DISABLE_AUTOUPDATE: '1' }),
    saw: ({ body }) => body?.model === 'claude-sonnet-4-5',
  },
  {
    lane: 'qwen',
    npm: '@qwen-code/qwen-code',
    environment: (url) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'none', OPENAI_MODEL: 'stub-model' }),
  },
];

/** What this check cannot show, whatever is installed. */
export const beyond = [
  'signing in by browser, subscriptions, quotas, and what a real model answers: they need accounts',
  'cursor-agent, kimi, agy, coderabbit: they are not among these packages',
  'codex and gemini by environment alone: each needs a file in its home to leave its own server',
];
