// Loaded only after the check: older versions stop at an import with a message that helps nobody.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Afara needs Node 24. This is ${process.version}. Run it through npm: npm run admin -- <command>`,
  )
  process.exit(1)
}

const { runAdmin } = await import('./entry/admin/run-admin.ts')
const { readAdminConfig, readMailKey, readMigrationUrl, readPeopleOrigin } = await import(
  './config/command-config.ts'
)

process.exitCode = await runAdmin(process.argv.slice(2), {
  readConfig: () => readAdminConfig(process.env),
  readMigrationUrl: () => readMigrationUrl(process.env),
  readMailKey: () => readMailKey(process.env),
  readPeopleOrigin: () => readPeopleOrigin(process.env),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
