import type { KnipConfig } from 'knip'

/**
 * `npm run check` runs knip twice. The first run reads everything, tests too. The second (`--production`) reads what is marked with `!`: there a test
 * is no user, so that product code which only tests use is reported.
 *
 * The manifests of the workspaces export `./src/*`, which makes every module an entry, and knip says nothing about the exports of entries unless
 * `includeEntryExports` is set. Tests are no entries, because the manifests hide them (`"./*.test.ts": null`).
 */
const config: KnipConfig = ({ production }) => ({
  // A function that its own module needs may be exported for its test.
  ignoreExportsUsedInFile: production === true,
  workspaces: {
    '.': {
      entry: ['tools/*.ts!', 'deploy/*.ts!', '*.config.ts'],
      project: ['{tools,deploy}/**/*.ts!', '!tools/**/*.test.ts!'],
      vitest: { config: ['vitest.config.ts', 'vitest.e2e.config.ts'] },
      ignoreDependencies: ['@swc/core', 'oxlint', 'oxlint-tsgolint', 'publint'],
      ignoreBinaries: ['pdftoppm', 'promtool'],
    },
    server: {
      entry: ['src/main-*.ts!', 'src/**/*.test.ts', 'test/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      includeEntryExports: true,
    },
    vault: {
      entry: ['src/main-*.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      includeEntryExports: true,
    },
    simulators: {
      entry: ['src/main-*.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      includeEntryExports: true,
    },
    sdk: {
      entry: ['src/**/*.test.ts', 'test/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
    },
    cli: {
      entry: ['src/main-*.ts!', 'src/**/*.test.ts', 'examples/*.ts!'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'examples/*.ts', 'test/**/*.ts'],
    },
    contracts: {
      entry: ['src/**/*.ts!'],
      project: ['src/**/*.ts!'],
      ignoreDependencies: ['@openzeppelin/contracts'],
    },
    // These are tools: what they use counts as used, and they may hold what only tests need.
    stack: {
      entry: ['src/main-*.ts!', 'src/**/*.test.ts', 'test/**/*.e2e.ts', 'test/systemctl.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!', 'test/**/*.ts'],
      includeEntryExports: production !== true,
      ignoreDependencies: ['@restatedev/restate-server', 'maildev'],
      ignoreBinaries: ['haproxy', 'openssl', 'systemd-analyze'],
    },
    prove: {
      entry: ['src/**/main-*.ts!'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!'],
      includeEntryExports: production !== true,
      ignoreBinaries: ['img2webp', 'ip', 'mount', 'unshare'],
    },
    web: {
      // The pages are entries of vite.config.ts.
      entry: ['*/main-*.tsx!'],
      project: ['**/*.{ts,tsx,css}!'],
    },
    bench: {
      entry: ['src/main-*.ts!', 'src/**/*.test.ts'],
      project: ['src/**/*.ts!', '!src/**/*.test.ts!'],
      includeEntryExports: production !== true,
    },
  },
})

export default config
