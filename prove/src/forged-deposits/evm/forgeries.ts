import type { Forgery } from '../forging-chain.ts'
import { type Lie, lieOf } from '../lying-node.ts'
import type { ForgingToken } from './forging-token.ts'

type Log = Readonly<Record<string, unknown>>

const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const NOBODY = `0x${'0'.repeat(40)}`

/** Lists each kind of forgery once. The fault numbers are those of FaultyToken. */
export function evmForgeries(s: ForgingToken): readonly Forgery[] {
  const misbehaving = (fault: number) => async () => {
    await s.setFault(fault)
    return async () => s.setFault(0)
  }
  return [
    {
      name: 'another token with the same name',
      forge: async (at, minor) => s.transfer(at, s.units(minor), s.otherToken),
    },
    {
      name: 'a transfer log of a contract that is not a token',
      forge: async (at, minor) => s.forge('pretend', [s.customer, at, s.units(minor)]),
    },
    {
      name: 'a log that looks like a mint, of a contract that is not a token',
      forge: async (at, minor) => s.forge('pretend', [NOBODY, at, s.units(minor)]),
    },
    {
      name: 'a transfer that is reverted in the same transaction',
      forge: async (at, minor) => s.forge('sendAndRevert', [s.token, at, s.units(minor)]),
    },
    { name: 'a transfer of more than the sender has', forge: async (at) => s.transfer(at, 10n ** 40n) },
    { name: 'a transfer of zero', forge: async (at) => s.transfer(at, 0n) },
    {
      name: 'a transfer of zero that a stranger makes from our address',
      forge: async (at) => s.forge('poison', [s.token, at, s.customer]),
    },
    {
      name: 'a transfer of zero from a stranger',
      forge: async (at) => s.forge('poison', [s.token, s.forger, at]),
    },
    { name: 'a transfer of less than a kobo', forge: async (at) => s.transfer(at, s.units(1n) - 1n) },
    { name: 'the network’s own coin', forge: async (at) => s.send(at, '0x', 10n ** 18n) },
    {
      name: 'a transfer to an address that looks like ours',
      forge: async (at, minor) => s.transfer(alike(at), s.units(minor)),
    },
    {
      name: 'a transfer to the token contract',
      forge: async (_, minor) => s.transfer(s.token, s.units(minor)),
    },
    {
      name: 'a transfer of a paused token',
      begin: misbehaving(1),
      forge: async (at, minor) => s.transfer(at, s.units(minor)),
    },
    {
      name: 'a transfer that returns false',
      begin: misbehaving(2),
      forge: async (at, minor) => s.transfer(at, s.units(minor)),
    },
    {
      name: 'a transfer whose log another contract writes',
      begin: misbehaving(4),
      forge: async (at, minor) => s.transfer(at, s.units(minor)),
    },
    {
      name: 'a transfer that the token logs twice',
      begin: misbehaving(5),
      isSetAside: true,
      forge: async (at, minor) => s.transfer(at, s.units(minor) / 2n),
    },
    {
      name: 'a node that invents a transfer',
      lie: (at, minor) => adding((log) => inventing(s, at, minor, log)),
    },
    {
      name: 'a node that invents a transfer of another token',
      lie: (at, minor) => adding((log) => ({ ...inventing(s, at, minor, log), address: s.otherToken })),
    },
    {
      name: 'a node that reports a removed transfer',
      lie: (at, minor) => adding((log) => ({ ...inventing(s, at, minor, log), removed: true })),
    },
    {
      name: 'a node that reports a larger amount',
      forge: async (at) => s.transfer(at, s.units(1n) - 1n),
      lie: (at, minor) => changing(at, (log) => ({ ...log, data: word(s.units(minor)) })),
    },
    {
      name: 'a node that reports our address as the recipient of another transfer',
      forge: async (at, minor) => s.transfer(alike(at), s.units(minor)),
      lie: (at) =>
        changing(alike(at), (log) => ({
          ...log,
          topics: [...(log['topics'] as string[]).slice(0, 2), word(BigInt(at))],
        })),
    },
  ]
}

/** Changes one letter in the middle of the address. A comparison of beginning and end does not notice it. */
function alike(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const middle = digits.charAt(20) === 'a' ? 'b' : 'a'
  return `0x${digits.slice(0, 20)}${middle}${digits.slice(21)}`
}

function adding(invent: (range: { fromBlock: string }) => Log): Lie {
  return lieOf(({ method, params }, result) =>
    method === 'eth_getLogs' ? [...(result as Log[]), invent(params?.[0] as { fromBlock: string })] : result,
  )
}

function changing(to: string, change: (log: Log) => Log): Lie {
  const isTo = (log: Log) => (log['topics'] as string[])[2] === word(BigInt(to))
  return lieOf(({ method }, result) =>
    method === 'eth_getLogs' ? (result as Log[]).map((log) => (isTo(log) ? change(log) : log)) : result,
  )
}

function inventing(
  stage: ForgingToken,
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
