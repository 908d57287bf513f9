import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import { startSimulator } from '@afara/stack/simulators/simulator-process.ts'

export type RateSimulator = Readonly<{
  url: string
  setFaults(faults: Partial<Record<'monierate' | 'quidax' | 'coingecko', string>>): Promise<void>
  setPrices(prices: {
    dollar?: Record<string, string>
    coins?: Record<string, string>
    tickers?: Record<string, { buy: string; sell: string }>
  }): Promise<void>
  /** Resets everything to its initial state. */
  reset(): Promise<void>
  stop(): Promise<void>
}>

/** Starts the simulator of rate vendors as a separate process. */
export async function startRateSimulator(): Promise<RateSimulator> {
  const run = await createTemporaryRun()
  const simulator = await startSimulator({ name: 'rates', directory: run.directory, onSpawn: run.onSpawn })
  const turn = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${simulator.url}/admin/${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`the simulator refused: ${await response.text()}`)
  }
  return {
    url: simulator.url,
    setFaults: async (faults) => turn('PATCH', 'faults', faults),
    setPrices: async (prices) => turn('PATCH', 'prices', prices),
    reset: async () => turn('DELETE', 'state'),
    stop: async () => {
      await simulator.stop()
      run.remove()
    },
  }
}
