import { join, resolve } from 'node:path'
import { askChain } from '../../http/ask-chain.ts'
import type { OnSpawn, Part } from '../../processes/child-process.ts'
import { claimPort } from '../../processes/loopback-port.ts'
import { startMain } from '../../processes/node-process.ts'

export type SolanaOptions = Readonly<{
  /** Holds its log. The chain itself lives in memory and ends with the process. */
  directory: string
  port?: number | undefined
  /** What is in a block is final 31 slots later, and a blockhash dies after 150: 3 and 15 seconds, unless somebody is in a hurry. */
  slotMs?: number
  /** A whole node, or the runtime alone behind the calls that we make, for more transactions than that node takes (lite/README.md). */
  engine?: 'surfpool' | 'litesvm'
  onSpawn?: OnSpawn | undefined
}>

export type SolanaChain = Part &
  Readonly<{
    /** JSON-RPC, by way of a proxy that can be told to go wrong; its knobs are under `/admin`. */
    url: string
    processId: number
  }>

/** A chain of our own on 127.0.0.1 with Solana's real programs and runtime, and no consensus. */
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

/** Its first slots have no blocks, and until one is final the node names slots that nobody can read. */
async function hasBlocks(url: string): Promise<boolean> {
  try {
    return (await askChain<number>(url, 'getBlockHeight')) > 0
  } catch {
    return false
  }
}
