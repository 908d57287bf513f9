import { join, resolve } from 'node:path'
import { askChain } from '../../http/ask-chain.ts'
import type { OnSpawn, Part } from '../../processes/child-process.ts'
import { claimPort } from '../../processes/loopback-port.ts'
import { startMain } from '../../processes/node-process.ts'

export type SolanaOptions = Readonly<{
  /** Holds its log. The chain itself lives in memory and ends with the process. */
  directory: string
  port?: number | undefined
  /** A block is final after 31 slots, and a blockhash expires after 150: by default after 3 and 15 seconds. */
  slotMs?: number
  /** A complete node, or only the runtime behind the calls that we use, which handles more transactions (lite/README.md). */
  engine?: 'surfpool' | 'litesvm'
  onSpawn?: OnSpawn | undefined
}>

export type SolanaChain = Part &
  Readonly<{
    /** JSON-RPC, through a proxy with configurable faults. Its controls are under `/admin`. */
    url: string
    processId: number
  }>

/** Starts our own chain on 127.0.0.1 with Solana's real programs and runtime, without consensus. */
export async function startSolana(options: SolanaOptions): Promise<SolanaChain> {
  const port = await claimPort(options.port)
  const url = `http://127.0.0.1:${port}`
  const child = await startMain({
    name: 'solana',
    main: 'stack/src/main-solana.ts',
    port,
    environment: {
      HOME: resolve(options.directory),
      SOLANA_PORT: `${port}`,
      ...(options.engine !== undefined && { SOLANA_ENGINE: options.engine }),
      ...(options.slotMs !== undefined && { SOLANA_SLOT_MS: `${options.slotMs}` }),
    },
    logFile: join(options.directory, 'solana.log'),
    onSpawn: options.onSpawn,
    isReady: async () => hasBlocks(url),
  })
  const { processId, logFile, ended, stop, kill } = child
  return { url, processId, logFile, ended, stop, kill }
}

/** The first slots have no blocks, and until a block is final the node returns slots that cannot be read. */
async function hasBlocks(url: string): Promise<boolean> {
  try {
    return (await askChain<number>(url, 'getBlockHeight')) > 0
  } catch {
    return false
  }
}
