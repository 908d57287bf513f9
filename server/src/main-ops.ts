// Loaded only after the check: older versions stop at an import with a message that helps nobody.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Afara needs Node 24, and this is ${process.version}: run "npm ci", then "npx afara ops".`)
  process.exit(1)
}

const { runOps } = await import('./entry/ops/run-ops.ts')
const { readOpsConfig, readOutsideConfig, readWalletsConfig } = await import('./config.ts')

process.exitCode = await runOps(process.argv.slice(2), {
  readConfig: () => readOpsConfig(process.env),
  readStatementFormats: async () => (await import('./wire.ts')).wireStatementFormats(),
  readWalletRules: async () => (await import('./wire.ts')).wireWalletRules(readWalletsConfig(process.env)),
  readOutside: async () => (await import('./wire.ts')).wireOutside(readOutsideConfig(process.env)),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
