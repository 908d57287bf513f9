import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '@afara/stack/anvil-chain.ts'
import { askChain } from '@afara/stack/ask-chain.ts'
import type { OnSpawn } from '@afara/stack/child-process.ts'
import { FACTORY_ADDRESS, type SimulatedNetwork } from '@afara/stack/simulated-networks.ts'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { type LyingNode, startLyingNode } from './lying-node.ts'

type Artifact = Readonly<{ abi: Abi; bytecode: Hex }>

/** A chain that stands still unless it is told to go on, with a token whose owner can make it misbehave. */
export type ChainStage = Readonly<{
  network: SimulatedNetwork
  node: LyingNode
  token: string
  /** Looks like the token and is another. */
  otherToken: string
  forger: string
  customer: string
  ask<T>(method: string, ...params: readonly unknown[]): Promise<T>
  /** In units of a kobo. */
  units(minor: bigint): bigint
  /** As the customer, with plenty of gas, so that what will fail is sent all the same. */
  send(to: string, data: Hex, value?: bigint): Promise<string>
  transfer(to: string, units: bigint, token?: string): Promise<string>
  forge(functionName: string, args: readonly unknown[]): Promise<string>
  setFault(fault: number): Promise<void>
  mine(blocks: number): Promise<void>
  balanceOf(address: string): Promise<bigint>
  stop(): Promise<void>
}>

const GAS = '0x1e8480'

export async function raiseChainStage(
  network: SimulatedNetwork,
  treasury: string,
  at: { directory: string; onSpawn: OnSpawn },
): Promise<ChainStage> {
  const chain = await startAnvil({ ...at, directory: join(at.directory, 'chains'), chainId: network.chainId })
  const node = await startLyingNode(chain.url)
  const ask = async <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    askChain<T>(chain.url, method, ...params)
  await ask('evm_setAutomine', false)
  const [owner = '', , , customer = ''] = await ask<string[]>('eth_accounts')
  const mine = async (blocks: number): Promise<void> => ask('anvil_mine', `0x${blocks.toString(16)}`)
  const sendAs = async (from: string, more: object): Promise<string> =>
    ask<string>('eth_sendTransaction', { from, gas: GAS, ...more })
  const deploy = async (name: string, args: readonly unknown[]): Promise<string> => {
    const { abi, bytecode } = readArtifact(name)
    const hash = await sendAs(owner, { data: encodeDeployData({ abi, bytecode, args }), gas: '0x4c4b40' })
    await mine(1)
    const receipt = await ask<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
    return receipt.contractAddress
  }
  const naira = ['Naira (test)', 'NGNC', network.decimals] as const
  const token = await deploy('FaultyToken', naira)
  const factory = await deploy('DepositFactory', [treasury])
  if (factory.toLowerCase() !== FACTORY_ADDRESS.toLowerCase()) throw new Error('the factory is elsewhere')
  const otherToken = await deploy('FaultyToken', naira)
  const forger = await deploy('Forger', [])
  const { abi } = readArtifact('FaultyToken')
  const call = (functionName: string, args: readonly unknown[]): Hex =>
    encodeFunctionData({ abi, functionName, args })
  const plenty = 10n ** 30n
  for (const one of [token, otherToken]) {
    await sendAs(owner, { to: one, data: call('mint', [customer, plenty]) })
    await sendAs(customer, { to: one, data: call('approve', [forger, plenty]) })
    await mine(1)
  }
  await mine(3)
  const send: ChainStage['send'] = async (to, data, value = 0n) =>
    sendAs(customer, { to, data, value: `0x${value.toString(16)}` })
  return {
    network,
    node,
    token,
    otherToken,
    forger,
    customer,
    ask,
    units: (minor) => minor * 10n ** BigInt(network.decimals - 2),
    send,
    transfer: async (to, units, of = token) => send(of, call('transfer', [to, units])),
    forge: async (functionName, args) =>
      send(forger, encodeFunctionData({ abi: readArtifact('Forger').abi, functionName, args })),
    setFault: async (fault) => {
      await sendAs(owner, { to: token, data: call('setFault', [fault]) })
      await mine(1)
    },
    mine,
    balanceOf: async (address) =>
      BigInt(await ask<string>('eth_call', { to: token, data: call('balanceOf', [address]) }, 'latest')),
    stop: async () => {
      await node.stop()
      await chain.stop()
    },
  }
}

function readArtifact(name: string): Artifact {
  const file = new URL(import.meta.resolve(`@afara/contracts/artifacts/${name}.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as Artifact
}
