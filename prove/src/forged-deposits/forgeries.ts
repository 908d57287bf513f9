import type { ChainStage } from './chain-stage.ts'
import type { Lie } from './lying-node.ts'

/** A way to have a deposit seen that was none, tried on the address of one sell. */
export type Forgery = Readonly<{
  name: string
  /** What it puts into the blocks to come. `minor` is what the sell waits for. */
  forge?(stage: ChainStage, address: string, minor: bigint): Promise<unknown>
  /** What the token does meanwhile (FaultyToken.Fault). */
  fault?: number
  /** What the node says, as long as it is told to. */
  lie?(stage: ChainStage, address: string, minor: bigint): Lie
  /** The chain has tokens of it that nobody may count: people are asked. */
  isSetAside?: true
}>

type Log = Readonly<Record<string, unknown>>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const NOBODY = `0x${'0'.repeat(40)}`

export const forgeries: readonly Forgery[] = [
  {
    name: 'another token of the same name',
    forge: async (s, at, minor) => s.transfer(at, s.units(minor), s.otherToken),
  },
  {
    name: 'a log that no token wrote',
    forge: async (s, at, minor) => s.forge('pretend', [s.customer, at, s.units(minor)]),
  },
  {
    name: 'a log that looks like a mint',
    forge: async (s, at, minor) => s.forge('pretend', [NOBODY, at, s.units(minor)]),
  },
  {
    name: 'sent and taken back in one transaction',
    forge: async (s, at, minor) => s.forge('sendAndRevert', [s.token, at, s.units(minor)]),
  },
  { name: 'more than the sender has', forge: async (s, at) => s.transfer(at, 10n ** 40n) },
  { name: 'nothing', forge: async (s, at) => s.transfer(at, 0n) },
  {
    name: 'nothing, out of our own address',
    forge: async (s, at) => s.forge('poison', [s.token, at, s.customer]),
  },
  { name: 'nothing, from a stranger', forge: async (s, at) => s.forge('poison', [s.token, s.forger, at]) },
  { name: 'less than a kobo', forge: async (s, at) => s.transfer(at, s.units(1n) - 1n) },
  { name: 'the coin of the network', forge: async (s, at) => s.send(at, '0x', 10n ** 18n) },
  { name: 'an address like ours', forge: async (s, at, minor) => s.transfer(alike(at), s.units(minor)) },
  { name: 'the token itself', forge: async (s, _, minor) => s.transfer(s.token, s.units(minor)) },
  { name: 'a paused token', fault: 1, forge: async (s, at, minor) => s.transfer(at, s.units(minor)) },
  { name: 'a token that says no', fault: 2, forge: async (s, at, minor) => s.transfer(at, s.units(minor)) },
  {
    name: 'a token whose log another contract writes',
    fault: 4,
    forge: async (s, at, minor) => s.transfer(at, s.units(minor)),
  },
  {
    name: 'a token that logs twice what it moves once',
    fault: 5,
    isSetAside: true,
    forge: async (s, at, minor) => s.transfer(at, s.units(minor) / 2n),
  },
  {
    name: 'a node that invents a transfer',
    lie: (s, at, minor) => adding((log) => inventing(s, at, minor, log)),
  },
  {
    name: 'a node that invents one of another contract',
    lie: (s, at, minor) => adding((log) => ({ ...inventing(s, at, minor, log), address: s.otherToken })),
  },
  {
    name: 'a node that tells of one that was removed',
    lie: (s, at, minor) => adding((log) => ({ ...inventing(s, at, minor, log), removed: true })),
  },
  {
    name: 'a node that makes much of little',
    forge: async (s, at) => s.transfer(at, s.units(1n) - 1n),
    lie: (s, at, minor) => changing(at, (log) => ({ ...log, data: word(s.units(minor)) })),
  },
  {
    name: 'a node that gives us what was sent to another',
    forge: async (s, at, minor) => s.transfer(alike(at), s.units(minor)),
    lie: (_, at) =>
      changing(alike(at), (log) => ({
        ...log,
        topics: [...(log['topics'] as string[]).slice(0, 2), word(BigInt(at))],
      })),
  },
]

/** The same but for a letter in the middle: who compares beginning and end does not see it. */
function alike(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const middle = digits.charAt(20) === 'a' ? 'b' : 'a'
  return `0x${digits.slice(0, 20)}${middle}${digits.slice(21)}`
}

function adding(invent: (range: { fromBlock: string }) => Log): Lie {
  return ({ method, params }, result) =>
    method === 'eth_getLogs' ? [...(result as Log[]), invent(params[0] as { fromBlock: string })] : result
}

function changing(to: string, change: (log: Log) => Log): Lie {
  const isTo = (log: Log) => (log['topics'] as string[])[2] === word(BigInt(to))
  return ({ method }, result) =>
    method === 'eth_getLogs' ? (result as Log[]).map((log) => (isTo(log) ? change(log) : log)) : result
}

function inventing(
  stage: ChainStage,
  address: string,
  minor: bigint,
  { fromBlock }: { fromBlock: string },
): Log {
  return {
    address: stage.token,
    topics: [TRANSFER, word(BigInt(stage.customer)), word(BigInt(address))],
    data: word(stage.units(minor)),
    blockNumber: fromBlock,
    blockHash: `0x${'ab'.repeat(32)}`,
    transactionHash: `0x${'cd'.repeat(32)}`,
    logIndex: '0x0',
  }
}

function word(value: bigint): string {
  return `0x${value.toString(16).padStart(64, '0')}`
}
