import type { OnSpawn } from '../../processes/child-process.ts'
import { type Simulator, startSimulator } from '../../simulators/simulator-process.ts'

export type HorizonOptions = Readonly<{
  /** Holds its log. The ledger itself lives in memory and ends with the process. */
  directory: string
  port?: number | undefined
  /** How often a ledger closes; with 0, ledgers close only on request. The default is one second. */
  ledgerMs?: number
  /** How long a submission waits for its ledger before it is answered with a timeout. */
  answerMs?: number
  onSpawn?: OnSpawn | undefined
}>

/** Starts our own Stellar network behind a Horizon. Its controls are under `/admin`. */
export async function startHorizon(options: HorizonOptions): Promise<Simulator> {
  const { directory, port, ledgerMs, answerMs, onSpawn } = options
  return startSimulator({
    name: 'horizon',
    directory,
    port,
    onSpawn,
    environment: {
      ...(ledgerMs !== undefined && { HORIZON_SIMULATOR_LEDGER_MS: `${ledgerMs}` }),
      ...(answerMs !== undefined && { HORIZON_SIMULATOR_ANSWER_MS: `${answerMs}` }),
    },
  })
}
