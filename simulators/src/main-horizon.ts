import { createHorizonSimulator } from './horizon/horizon-simulator.ts'

const port = Number(process.env['HORIZON_SIMULATOR_PORT'])
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('HORIZON_SIMULATOR_PORT must be set to a port number')
  process.exit(1)
}

const app = createHorizonSimulator({
  passphrase: process.env['HORIZON_SIMULATOR_PASSPHRASE'] ?? 'Test SDF Network ; September 2015',
  ledgerEveryMs: Number(process.env['HORIZON_SIMULATOR_LEDGER_MS'] ?? '1000'),
  answerWithinMs: Number(process.env['HORIZON_SIMULATOR_ANSWER_MS'] ?? '30000'),
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
await app.listen({ host: '127.0.0.1', port })
