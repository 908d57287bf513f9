import { readBackupUrl } from './config/command-config.ts'
import { runBackup } from './entry/backup/run-backup.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

process.exitCode = await runBackup(process.argv.slice(2), {
  readUrl: () => readBackupUrl(process.env),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  input: process.stdin,
  output: process.stdout,
  stopped: stopping.signal,
})
