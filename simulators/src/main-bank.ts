import { createBankSimulator } from './bank/bank-simulator.ts'

const port = Number(process.env['BANK_SIMULATOR_PORT'])
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('BANK_SIMULATOR_PORT must be set to a port number')
  process.exit(1)
}

const seed = process.env['BANK_SIMULATOR_SEED']
const journalFile = process.env['BANK_SIMULATOR_JOURNAL']
const stoppedAt = process.env['BANK_SIMULATOR_STOPPED_AT']
if (stoppedAt !== undefined && Number.isNaN(Date.parse(stoppedAt))) {
  console.error('BANK_SIMULATOR_STOPPED_AT must be an ISO time')
  process.exit(1)
}

const app = createBankSimulator({
  ...(seed === undefined ? {} : { seed }),
  ...(journalFile === undefined ? {} : { journalFile }),
  ...(stoppedAt === undefined ? {} : { stoppedAt }),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
await app.listen({ host: '127.0.0.1', port })
