// Loaded only after the check: older versions stop at an import with a message that helps nobody.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`Afara needs Node 24. This is ${process.version}. Run "npm ci", then "npx afara ops".`)
  process.exit(1)
}

const { setTimeout: sleep } = await import('node:timers/promises')
const { runOpsClient } = await import('./entry/ops-client/run-ops-client.ts')
const { openBrowser } = await import('./entry/ops-client/open-browser.ts')
const { openSessionFile } = await import('./entry/ops-client/session-file.ts')
const { readOpsClientConfig } = await import('./config/ops-client-config.ts')

// The first word is "ops".
process.exitCode = await runOpsClient(process.argv.slice(3), {
  readConfig: () => readOpsClientConfig(process.env),
  openSession: ({ sessionFile, sessionName }) => openSessionFile(sessionFile, sessionName),
  openBrowser,
  sleep,
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
