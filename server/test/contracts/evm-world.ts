import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startAnvil } from '@afara/stack/chains/evm/anvil-chain.ts'
import { askChain } from '@afara/stack/http/ask-chain.ts'
import { createTemporaryRun } from '@afara/stack/processes/temporary-run.ts'
import {
  type Abi,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseTransaction,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { EvmNetwork } from '../../src/kernel/networks.ts'
import { createEvmChain } from '../../src/rails/chains/evm/evm-chain.ts'
import { createWitnessedChain } from '../../src/rails/chains/witnessed-chain.ts'
import type { ChainWays, ChainWorld } from './chain-world.ts'
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts'

export type EvmWorld = ChainWorld &
  Readonly<{
    proxy: RpcProxy
    /** Proxy in front of the chain's second node, if it has one. */
    witness: RpcProxy
    token: string
    ask<T>(method: string, ...params: unknown[]): Promise<T>
    /** Calls the token as its owner. */
    ownerCalls(functionName: string, args: unknown[]): Promise<void>
  }>

export const evmWays: ChainWays = {
  isOrdered: true,
  replaces: true,
  failsForGood: true,
  standsStill: true,
  failures: [
    ['error_500', /the node answered 500/],
    ['half_body', /connection failed/],
    ['silence', /no complete response within/],
    ['html', /not JSON/],
    ['refuses_all', /limit exceeded/],
    ['one_answer_missing', /response of the batch is missing/],
  ],
}

/** Starts a separate chain with a token of the given artifact, behind a proxy. Blocks are mined only on request. */
export async function raiseEvmWorld(
  network: EvmNetwork,
  {
    decimals = 6,
    artifact = 'TestToken',
    witness,
  }: { decimals?: number; artifact?: string; witness?: { patienceMs: number } } = {},
): Promise<EvmWorld> {
  const run = await createTemporaryRun()
  const chainId = network.chainIds.test
  const anvil = await startAnvil({ chainId, directory: join(run.directory, 'anvil'), onSpawn: run.onSpawn })
  const proxy = await startRpcProxy(anvil.url)
  const ask = async <T>(method: string, ...params: unknown[]): Promise<T> =>
    askChain<T>(anvil.url, method, ...params)
  await ask('evm_setAutomine', false)
  const mine = async (blocks: number): Promise<void> => {
    await ask('anvil_mine', toHex(blocks))
  }
  const [owner = ''] = await ask<string[]>('eth_accounts')
  const { abi, bytecode } = readArtifact(artifact)
  const asOwner = async (transaction: { to?: string; data: Hex }): Promise<string | null> => {
    const hash = await ask<string>('eth_sendTransaction', { from: owner, gas: '0x4c4b40', ...transaction })
    await mine(1)
    const receipt = await ask<{ contractAddress: string | null }>('eth_getTransactionReceipt', hash)
    return receipt.contractAddress
  }
  const token =
    (await asOwner({ data: encodeDeployData({ abi, bytecode, args: ['Naira', 'NGNC', decimals] }) })) ?? ''
  const ownerCalls = async (functionName: string, args: unknown[]): Promise<void> => {
    await asOwner({ to: token, data: encodeFunctionData({ abi, functionName, args }) })
  }
  const account = privateKeyToAccount(generatePrivateKey())
  const perMinor = 10n ** BigInt(decimals - 2)
  const settings = { mode: 'test', network, token, decimals, deadlineMs: 5_000 } as const
  const one = createEvmChain({ ...settings, url: proxy.url })
  const witnessProxy = await startRpcProxy(anvil.url)
  const other = createEvmChain({ ...settings, url: witnessProxy.url })
  const chain =
    witness === undefined
      ? one
      : createWitnessedChain(one, other, { nowMs: () => performance.now(), ...witness })

  const fundLane = async (tokensMinor: bigint): Promise<void> => {
    await ask('anvil_setBalance', account.address, toHex(10n ** 20n))
    await ownerCalls('mint', [account.address, tokensMinor * perMinor])
  }
  await fundLane(1_000_000_00n)
  return {
    chain,
    lane: account.address,
    proxy,
    witness: witnessProxy,
    token,
    ask,
    ownerCalls,
    finalize: async () => mine(4),
    mine,
    newWallet: () => privateKeyToAccount(generatePrivateKey()).address,
    sign: async (unsigned) => {
      const raw = await account.signTransaction(parseTransaction(toHex(unsigned)) as never)
      return { raw: Buffer.from(raw.slice(2), 'hex'), hash: keccak256(raw) }
    },
    tokensOf: async (address) => {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address] })
      return BigInt(await ask<string>('eth_call', { to: token, data }, 'latest')) / perMinor
    },
    strangerUses: async (lock) => {
      const raw = await account.signTransaction({
        type: 'eip1559',
        chainId,
        nonce: Number(lock),
        to: owner as Hex,
        value: 1n,
        gas: 21_000n,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 10n ** 11n,
      })
      return ask<string>('eth_sendRawTransaction', raw)
    },
    setFault: proxy.setFault,
    stop: async () => {
      await Promise.all([proxy.stop(), witnessProxy.stop()])
      await anvil.stop()
      run.remove()
    },
  }
}

function readArtifact(name: string): { abi: Abi; bytecode: Hex } {
  const file = new URL(import.meta.resolve(`@afara/contracts/artifacts/${name}.json`))
  return JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: Hex }
}
