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
      name: 'another token of the same name',
      forge: async (at, minor) => s.transfer(at, s.units(minor), s.otherToken),
    },
    {
      name: 'a log that no token wrote',
      forge: async (at, minor) => s.forge('pretend', [s.customer, at, s.units(minor)]),
    },
    {
      name: 'a log that looks like a mint',
      forge: async (at, minor) => s.forge('pretend', [NOBODY, at, s.units(minor)]),
    },
    {
      name: 'sent and taken back in one transaction',
      forge: async (at, minor) => s.forge('sendAndRevert', [s.token, at, s.units(minor)]),
    },
    { name: 'more than the sender has', forge: async (at) => s.transfer(at, 10n ** 40n) },
    { name: 'nothing', forge: async (at) => s.transfer(at, 0n) },
    {
      name: 'nothing, out of our own address',
      forge: async (at) => s.forge('poison', [s.token, at, s.customer]),
    },
    { name: 'nothing, from a stranger', forge: async (at) => s.forge('poison', [s.token, s.forger, at]) },
    { name: 'less than a kobo', forge: async (at) => s.transfer(at, s.units(1n) - 1n) },
    { name: 'the coin of the network', forge: async (at) => s.send(at, '0x', 10n ** 18n) },
    { name: 'an address like ours', forge: async (at, minor) => s.transfer(alike(at), s.units(minor)) },
    { name: 'the token itself', forge: async (_, minor) => s.transfer(s.token, s.units(minor)) },
    {
      name: 'a paused token',
      begin: misbehaving(1),
      forge: async (at, minor) => s.transfer(at, s.units(minor)),
    },
    {
      name: 'a token that says no',
      begin: misbehaving(2),
      forge: async (at, minor) => s.transfer(at, s.units(minor)),
    },
    {
      name: 'a token whose log another contract writes',
      begin: misbehaving(4),
      forge: async (at, minor) => s.transfer(at, s.units(minor)),
    },
    {
      name: 'a token that logs twice what it moves once',
      begin: misbehaving(5),
      isSetAside: true,
      forge: async (at, minor) => s.transfer(at, s.units(minor) / 2n),
    },
    {
      name: 'a node that invents a transfer',
      lie: (at, minor) => adding((log) => inventing(s, at, minor, log)),
    },
    {
      name: 'a node that invents one of another contract',
      lie: (at, minor) => adding((log) => ({ ...inventing(s, at, minor, log), address: s.otherToken })),
    },
    {
      name: 'a node that tells of one that was removed',
      lie: (at, minor) => adding((log) => ({ ...inventing(s, at, minor, log), removed: true })),
    },
    {
      name: 'a node that makes much of little',
      forge: async (at) => s.transfer(at, s.units(1n) - 1n),
      lie: (at, minor) => changing(at, (log) => ({ ...log, data: word(s.units(minor)) })),
    },
    {
      name: 'a node that gives us what was sent to another',
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
