import { createRatesSimulator } from './rates/rates-simulator.ts'

const port = Number(process.env['RATES_SIMULATOR_PORT'])
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error('RATES_SIMULATOR_PORT must be set to a port number')
  process.exit(1)
}

const app = createRatesSimulator()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void app.close())
await app.listen({ host: '127.0.0.1', port })
