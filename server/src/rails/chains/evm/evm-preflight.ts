import type { Preflight } from '../../../movements/transfers/chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { EvmNetwork } from '../networks/network.ts'
import type { JsonRpc, RpcAnswer, RpcCall } from './json-rpc.ts'
import { requireChain } from './read-locks.ts'
import { readData, readQuantity } from './rpc-values.ts'
import { encodeBalanceOf, encodeTransfer } from './token.ts'

/** Another network with the same addresses, as far as we can read it. */
export type Elsewhere = Readonly<{ network: EvmNetwork; chainId: number; rpc: JsonRpc }>

export type EvmPreflightDeps = Readonly<{
  network: EvmNetwork
  chainId: number
  token: string
  unitsPerMinor: bigint
  rpc: JsonRpc
  elsewhere: Elsewhere | undefined
}>

export type EvmPreflight = Readonly<{
  ask(to: string, tokensMinor: bigint, signal: AbortSignal): Promise<Preflight>
  /** A wallet of ours and what it holds: a transfer is tried as if it were sent from there. */
  remember(wallet: string, tokensMinor: bigint): void
}>

// Nobody's. It tries transfers of nothing until a wallet of ours is known.
const NOBODY = '0x7d0f3b9c52a1e86d4c0b7a9158e2f6d3904c1ba7'
// EIP-7702: a wallet with a key that lets code act for it, on this network only. It is a wallet all the same, here and elsewhere.
const DELEGATION = /^0xef0100[0-9a-f]{40}$/
const FALSE = `0x${'0'.repeat(64)}`

/**
 * Whether a wallet of an EVM network can receive. Every address can, except one that is a contract on the other network only (a smart
 * wallet that nobody has set up here), and one that the token itself refuses.
 */
export function createEvmPreflight(deps: EvmPreflightDeps): EvmPreflight {
  let lane: Readonly<{ wallet: string; tokensMinor: bigint }> | undefined
  return {
    remember: (wallet, tokensMinor) => {
      lane = { wallet, tokensMinor }
    },
    ask: async (to, tokensMinor, signal) => {
      // What a lane has not got now it may have when it sends: then the wallet is tried with nothing.
      const sender = lane !== undefined && lane.tokensMinor >= tokensMinor ? lane.wallet : undefined
      const units = sender === undefined ? 0n : tokensMinor * deps.unitsPerMinor
      const [here, there] = await Promise.all([
        lookHere(deps, { from: sender ?? NOBODY, to, units }, signal),
        deps.elsewhere === undefined ? undefined : isContract(deps.elsewhere, to, signal),
      ])
      if (there === true && !here.isContract) return contractElsewhere(deps.network, deps.elsewhere?.network)
      if (here.isRefused) return refused
      return here.isNew ? neverUsed(deps.network) : { outcome: 'fine' }
    },
  }
}

type Try = Readonly<{ from: string; to: string; units: bigint }>

async function lookHere(
  { rpc, chainId, token }: EvmPreflightDeps,
  { from, to, units }: Try,
  signal: AbortSignal,
): Promise<Readonly<{ isContract: boolean; isRefused: boolean; isNew: boolean }>> {
  const attempt = (receiver: string): RpcCall => [
    'eth_call',
    { from, to: token, data: encodeTransfer(receiver, units) },
    'latest',
  ]
  const [id, code, nonce, coins, tokens, tried, control] = await rpc.askEach(
    [
      ['eth_chainId'],
      ['eth_getCode', to, 'latest'],
      ['eth_getTransactionCount', to, 'latest'],
      ['eth_getBalance', to, 'latest'],
      ['eth_call', { to: token, data: encodeBalanceOf(to) }, 'latest'],
      attempt(to),
      // The same to the sender itself: only if that works has the token something against the wallet. How a node words a no is its own.
      attempt(from),
    ],
    signal,
  )
  requireChain(resultOf(id), chainId)
  if (!isTaken(control)) throw new ChainUnavailable('the token moves for nobody now')
  const contract = isCode(readData(resultOf(code), 'code'))
  const used = [
    readQuantity(resultOf(nonce), 'nonce'),
    readQuantity(resultOf(coins), 'coins'),
    BigInt(readData(resultOf(tokens), 'tokens')),
  ]
  return {
    isContract: contract,
    isRefused: !isTaken(tried),
    isNew: !contract && used.every((count) => count === 0n),
  }
}

async function isContract(
  { rpc, chainId }: Elsewhere,
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  const [id, code] = await rpc.ask([['eth_chainId'], ['eth_getCode', address, 'latest']], signal)
  requireChain(id, chainId)
  return isCode(readData(code, 'code'))
}

function isCode(code: string): boolean {
  return code !== '0x' && !DELEGATION.test(code)
}

/** Some tokens answer with nothing at all where they mean yes. */
function isTaken(answer: RpcAnswer | undefined): boolean {
  return answer?.outcome === 'result' && readData(answer.result, 'transfer') !== FALSE
}

function resultOf(answer: RpcAnswer | undefined): unknown {
  if (answer?.outcome === 'result') return answer.result
  throw new ChainUnavailable(`it refused to answer: ${answer?.message ?? 'it does not say why'}`)
}

function contractElsewhere(here: EvmNetwork, there: EvmNetwork | undefined): Preflight {
  const other = there?.name ?? 'another network'
  return {
    outcome: 'blocked',
    code: 'contract_elsewhere',
    message:
      `This wallet is a contract on ${other} and does not exist on ${here.name}, so tokens sent there could not be moved. ` +
      `Set the same wallet up on ${here.name} (its app calls this adding or activating a network), or use another wallet.`,
  }
}

const refused: Preflight = {
  outcome: 'blocked',
  code: 'token_refuses',
  message:
    "The token's contract refuses transfers to this wallet: its issuer may have blocked it, or the wallet is a contract that takes no tokens. " +
    'Have the issuer lift the block, or use another wallet.',
}

function neverUsed({ name }: EvmNetwork): Preflight {
  return {
    outcome: 'fine',
    warning: `Nothing was ever sent to or from this wallet on ${name}. If it is not new, compare every character, and check that ${name} is the network that you mean.`,
  }
}
