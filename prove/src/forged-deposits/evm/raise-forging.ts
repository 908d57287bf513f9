import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '@afara/stack/chains/evm/anvil-chain.ts'
import {
  FACTORY_ADDRESS,
  type SimulatedNetwork,
  TOKEN_ADDRESS,
  TREASURY_ADDRESS,
} from '@afara/stack/chains/simulated-networks.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import type { OnSpawn } from '@afara/stack/processes/child-process.ts'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import type { IssuerActs } from '../../issuer/issuer-acts.ts'
import type { ForgingChain } from '../forging-chain.ts'
import { startLyingNode } from '../lying-node.ts'
import { evmForgeries } from './forgeries.ts'

type Artifact = Readonly<{ abi: Abi; bytecode: Hex }>

const GAS = '0x1e8480'

const FINAL = 3
// The first fault of the token.
const PAUSED = 1

/** Starts a chain that makes blocks only on request. Its token can be made to misbehave. */
export async function raiseEvmForging(
  network: SimulatedNetwork,
  at: { directory: string; onSpawn: OnSpawn },
): Promise<ForgingChain> {
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
  const factory = await deploy('DepositFactory', [TREASURY_ADDRESS])
  if (
    factory.toLowerCase() !== FACTORY_ADDRESS.toLowerCase() ||
    token.toLowerCase() !== TOKEN_ADDRESS.toLowerCase()
  )
    throw new Error('the token or the factory was not deployed at its fixed address')
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
  const send = async (to: string, data: Hex, value = 0n): Promise<string> =>
    sendAs(customer, { to, data, value: `0x${value.toString(16)}` })
  const transfer = async (to: string, units: bigint, of = token): Promise<string> =>
    send(of, call('transfer', [to, units]))
  const forge = async (functionName: string, args: readonly unknown[]): Promise<string> =>
    send(forger, encodeFunctionData({ abi: readArtifact('Forger').abi, functionName, args }))
  const unit = 10n ** BigInt(network.decimals - 2)
  const setFault = async (fault: number): Promise<void> => {
    await sendAs(owner, { to: token, data: call('setFault', [fault]) })
    await mine(1)
  }
  const units = (minor: bigint): bigint => minor * unit
  const holding = async (address: string): Promise<bigint> =>
    BigInt(await ask<string>('eth_call', { to: token, data: call('balanceOf', [address]) }, 'latest'))
  const seize = async (from: string, to: string, sum: bigint): Promise<string> =>
    sendAs(owner, { to: token, data: call('seize', [from, to, sum]) })
  const issuer: IssuerActs = {
    takes: [
      { name: 'seizes', take: async (from, sum) => seize(from, owner, sum) },
      { name: 'burns', take: async (from, sum) => seize(from, zeroAddress, sum) },
    ],
    stops: [
      {
        name: 'pauses',
        begin: async () => {
          await setFault(PAUSED)
          return async () => setFault(0)
        },
      },
    ],
    held: async (addresses) =>
      (await Promise.all(addresses.map(holding))).reduce((all, one) => all + one, 0n),
  }
  return {
    network: network.name,
    node,
    unit,
    lane: TREASURY_ADDRESS,
    issuer,
    forgeries: evmForgeries({ token, otherToken, forger, customer, units, send, transfer, forge, setFault }),
    together: 1,
    open: async () => {},
    pay: transfer,
    payAll: async (addresses, each) => forge('sendMany', [token, addresses, each]),
    settle: async () => mine(1 + FINAL),
    holding,
    undo: async (address, sum, isDeep, look) => {
      const hash = await transfer(address, sum)
      await mine(isDeep ? 2 : 1)
      await look()
      await ask('anvil_reorg', isDeep ? 2 : 1, [])
      const isUndone = (await ask('eth_getTransactionReceipt', hash)) === null
      await look()
      // A reorg puts the transaction back into the pool, where it would be mined again. Drops it for good, as if its sender had spent the
      // tokens elsewhere.
      await ask('anvil_dropTransaction', hash)
      return isUndone
    },
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
