import { readNodeUrls } from './config/command-config.ts'
import { runFailover } from './entry/failover/run-failover.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const code = await runFailover(process.argv.slice(2), {
  readUrls: () => readNodeUrls(process.env),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
  stopped: stopping.signal,
})
// A connection to a machine that does not answer would keep the process for seconds.
process.exit(code)
