import type { EvmNetwork } from '../../../kernel/networks.ts'
import { createGroupCommits } from '../../../kernel/postgres/group-commits.ts'
import type { Preflight } from '../../../movements/transfers/chain.ts'
import { ChainUnavailable } from '../chain-unavailable.ts'
import type { JsonRpc, RpcAnswer, RpcCall } from '../json-rpc.ts'
import { decodeBalance, encodeBalanceOf, encodeTransfer } from './contract-calls.ts'
import { readData, readQuantity } from './evm-rpc.ts'
import { requireChain } from './read-locks.ts'

/** Another network with the same addresses, of which we have a node. */
export type Elsewhere = Readonly<{ network: EvmNetwork; chainId: number; rpc: JsonRpc }>

export type EvmPreflightDeps = Readonly<{
  network: EvmNetwork
  chainId: number
  token: string
  unitsPerMinor: bigint
  rpc: JsonRpc
  elsewhere: readonly Elsewhere[]
}>

export type EvmPreflight = Readonly<{
  ask(to: string, tokensMinor: bigint, signal: AbortSignal): Promise<Preflight>
  /** Stores one of our wallets and its balance. Transfers are simulated as if this wallet sent them. */
  remember(wallet: string, tokensMinor: bigint): void
}>

// An address without an owner. Transfers of zero tokens are simulated from it until one of our wallets is known.
const UNKNOWN_SENDER = '0x7d0f3b9c52a1e86d4c0b7a9158e2f6d3904c1ba7'
// EIP-7702: the code of a wallet with a key whose owner delegated it to a contract, on this network only. It is still a wallet, here and on
// other networks.
const DELEGATION = /^0xef0100[0-9a-f]{40}$/
const FALSE_WORD = `0x${'0'.repeat(64)}`
// `most` wallets fit into one batch request.
const BATCH = { slots: 4, most: 9, queue: 10_000, isUndone: () => false }

type Asked = Readonly<{ to: string; tokensMinor: bigint; signal: AbortSignal }>

/**
 * Checks whether a wallet of an EVM network can receive tokens. Every address can, with two exceptions: a contract that exists only on
 * another network (a smart wallet that is not set up here), and a wallet that the token refuses. Concurrent checks share one request.
 */
export function createEvmPreflight(deps: EvmPreflightDeps): EvmPreflight {
  let lane: Readonly<{ wallet: string; tokensMinor: bigint }> | undefined
  const askTogether = async (asked: readonly Asked[]): Promise<readonly Preflight[]> => {
    const [first] = asked
    if (first === undefined) return []
    const most = asked.reduce((sum, { tokensMinor }) => (tokensMinor > sum ? tokensMinor : sum), 0n)
    // If the lane has too few tokens now, the simulation transfers zero tokens, because the lane may have enough when it sends.
    const from = lane !== undefined && lane.tokensMinor >= most ? lane.wallet : undefined
    const wallets = asked.map(({ to }) => to)
    const [here, ...there] = await Promise.all([
      lookHere(deps, from, asked, first.signal),
      ...deps.elsewhere.map(async (other) => areContracts(other, wallets, first.signal)),
    ])
    return here.map((seen, place) => {
      const other = deps.elsewhere.find((_, number) => there[number]?.[place])
      if (other !== undefined && !seen.isContract) return contractElsewhere(deps.network, other.network)
      if (seen.isRefused) return refused
      return seen.isNew ? neverUsed(deps.network) : { outcome: 'fine' }
    })
  }
  const groups = createGroupCommits<Asked, Preflight>({ ...BATCH, commit: askTogether })
  return {
    remember: (wallet, tokensMinor) => {
      lane = { wallet, tokensMinor }
    },
    ask: async (to, tokensMinor, signal) => groups.submit({ to, tokensMinor, signal }),
  }
}

type Seen = Readonly<{ isContract: boolean; isRefused: boolean; isNew: boolean }>

const CALLS_PER_WALLET = 5

async function lookHere(
  { rpc, chainId, token, unitsPerMinor }: EvmPreflightDeps,
  lane: string | undefined,
  asked: readonly Asked[],
  signal: AbortSignal,
): Promise<readonly Seen[]> {
  const from = lane ?? UNKNOWN_SENDER
  const attempt = (to: string, tokensMinor: bigint): RpcCall => [
    'eth_call',
    { from, to: token, data: encodeTransfer(to, lane === undefined ? 0n : tokensMinor * unitsPerMinor) },
    'latest',
  ]
  const [id, control, ...answers] = await rpc.askEach(
    [
      ['eth_chainId'],
      // A transfer to the sender itself is the control. Only if it works does a failed transfer mean that the token refuses the wallet.
      // The text of a refusal differs between nodes, so it cannot be used.
      attempt(from, asked[0]?.tokensMinor ?? 0n),
      ...asked.flatMap(({ to, tokensMinor }): RpcCall[] => [
        ['eth_getCode', to, 'latest'],
        ['eth_getTransactionCount', to, 'latest'],
        ['eth_getBalance', to, 'latest'],
        ['eth_call', { to: token, data: encodeBalanceOf(to) }, 'latest'],
        attempt(to, tokensMinor),
      ]),
    ],
    signal,
  )
  requireChain(resultOf(id), chainId)
  if (!isTaken(control))
    throw new ChainUnavailable('a transfer to the sender itself fails too, so the token may be paused')
  return asked.map((_, place) =>
    readSeen(answers.slice(place * CALLS_PER_WALLET, (place + 1) * CALLS_PER_WALLET)),
  )
}

function readSeen([code, nonce, coins, tokens, tried]: readonly RpcAnswer[]): Seen {
  const isContract = isCode(readData(resultOf(code), 'code'))
  const held = [
    readQuantity(resultOf(nonce), 'nonce'),
    readQuantity(resultOf(coins), 'coins'),
    decodeBalance(readData(resultOf(tokens), 'tokens')),
  ]
  return {
    isContract,
    isRefused: !isTaken(tried),
    isNew: !isContract && held.every((count) => count === 0n),
  }
}

async function areContracts(
  { rpc, chainId }: Elsewhere,
  wallets: readonly string[],
  signal: AbortSignal,
): Promise<readonly boolean[]> {
  const [id, ...codes] = await rpc.ask(
    [['eth_chainId'], ...wallets.map((wallet): RpcCall => ['eth_getCode', wallet, 'latest'])],
    signal,
  )
  requireChain(id, chainId)
  return codes.map((code) => isCode(readData(code, 'code')))
}

function isCode(code: string): boolean {
  return code !== '0x' && !DELEGATION.test(code)
}

/** Whether the token accepts the transfer. Some tokens return nothing at all on success. */
function isTaken(answer: RpcAnswer | undefined): boolean {
  return answer?.outcome === 'result' && readData(answer.result, 'transfer') !== FALSE_WORD
}

function resultOf(answer: RpcAnswer | undefined): unknown {
  if (answer?.outcome === 'result') return answer.result
  throw new ChainUnavailable(`the node rejected the request: ${answer?.message ?? 'no reason given'}`)
}

function contractElsewhere(here: EvmNetwork, there: EvmNetwork): Preflight {
  return {
    outcome: 'blocked',
    code: 'contract_elsewhere',
    message:
      `This wallet is a contract on ${there.name} and does not exist on ${here.name}. Tokens sent there could not be moved. ` +
      `Set up the same wallet on ${here.name} (its app calls this adding or activating a network), or use another wallet.`,
  }
}

const refused: Preflight = {
  outcome: 'blocked',
  code: 'token_refuses',
  message:
    'The token contract rejects transfers to this wallet: the issuer may have blocked it, or the wallet is a contract that accepts no tokens. ' +
    'Ask the issuer to lift the block, or use another wallet.',
}

function neverUsed({ name }: EvmNetwork): Preflight {
  return {
    outcome: 'fine',
    warning: `This wallet has no history on ${name}. If it is not new, compare every character, and check that ${name} is the right network.`,
  }
}
