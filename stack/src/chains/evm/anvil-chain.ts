import { join, resolve } from 'node:path'
import { askChain } from '../../http/ask-chain.ts'
import { type OnSpawn, type Part, startChild } from '../../processes/child-process.ts'
import { claimPort } from '../../processes/loopback-port.ts'
import { findProgram } from '../../processes/platform-package.ts'
import { waitUntilReady } from '../../processes/wait-until-ready.ts'

export type AnvilOptions = Readonly<{
  chainId: number
  /** Holds its log. The chain itself lives in memory and ends with the process. */
  directory: string
  port?: number
  /** Creates a block at this interval in addition to one per transaction, so that transactions become final without more traffic. */
  blockTimeSeconds?: number
  onSpawn?: OnSpawn | undefined
}>

export type AnvilChain = Part & Readonly<{ url: string; processId: number }>

/** Starts our own EVM chain on 127.0.0.1: one block per transaction, final two blocks later. */
export async function startAnvil(options: AnvilOptions): Promise<AnvilChain> {
  const { chainId, directory } = options
  const port = await claimPort(options.port)
  const url = `http://127.0.0.1:${port}`
  const child = await startChild({
    name: `anvil ${chainId}`,
    command: findProgram('anvil', '/bin/anvil'),
    // Short epochs keep `finalized` close to the newest block. By default it is 64 blocks behind.
    args: [
      '--host',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--chain-id',
      `${chainId}`,
      '--slots-in-an-epoch',
      '1',
      ...blockTime(options.blockTimeSeconds),
    ],
    environment: { HOME: resolve(directory) },
    logFile: join(directory, `anvil-${chainId}.log`),
    onSpawn: options.onSpawn,
  })
  await waitUntilReady(child, async () => servesChain(url, chainId), `It wanted port ${port}.`)
  const { processId, logFile, ended, stop, kill } = child
  return { url, processId, logFile, ended, stop, kill }
}

function blockTime(seconds: number | undefined): string[] {
  return seconds === undefined ? [] : ['--block-time', `${seconds}`, '--mixed-mining']
}

/** Checks the chain id, so that another chain on the same port is not mistaken for ours. */
async function servesChain(url: string, chainId: number): Promise<boolean> {
  try {
    return Number(await askChain<string>(url, 'eth_chainId')) === chainId
  } catch {
    return false
  }
}
