// Loaded only after the check: older versions stop at an import with a message that helps nobody.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Afara needs Node 24. This is ${process.version}. Run "npm ci", then "npx afara ops".`)
  process.exit(1)
}

const { runOps } = await import('./entry/ops/run-ops.ts')
const { readKnownAddressesConfig } = await import('./config/chains-config.ts')
const { programSigning } = await import('./entry/ops/authenticator-program.ts')
const { readChainsAndSignerConfig, readOpsConfig, readSigningConfig } = await import(
  './config/command-config.ts'
)

process.exitCode = await runOps(process.argv.slice(2), {
  readConfig: () => readOpsConfig(process.env),
  readStatementFormats: async () => (await import('./wire/wire-vendors.ts')).wireStatementFormats(),
  readWalletRules: async () =>
    (await import('./wire/wire-chains.ts')).wireWalletRules(readKnownAddressesConfig(process.env)),
  readChainsAndJournal: async () =>
    (await import('./wire/wire-chains.ts')).wireChainsAndJournal(readChainsAndSignerConfig(process.env)),
  readSigning: () => {
    const { authenticator, relyingParty } = readSigningConfig(process.env)
    return programSigning(authenticator, relyingParty)
  },
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
