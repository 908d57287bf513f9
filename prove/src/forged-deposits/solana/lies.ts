import { randomBytes } from 'node:crypto'
import { getBase58Decoder } from '@solana/kit'
import type { Forgery } from '../forging-chain.ts'
import { type Lie, lieOf } from '../lying-node.ts'
import type { SolanaForging } from './solana-forging.ts'

type Listed = Readonly<{ signature: string; slot: number; err: unknown }>
type Landed = Readonly<{ transaction: unknown; meta: Readonly<Record<string, unknown>> }>

/** Lists the lies of a Solana node. */
export function solanaLies({ wallet, coin, units }: SolanaForging): readonly Forgery[] {
  const { transfer, send } = wallet
  return [
    {
      name: 'a node that lists a transaction that does not exist',
      lie: (at) => listing(at, (all, slot) => [invented(slot), ...all]),
    },
    {
      name: 'a node that lists an invented transaction and shows another one for it',
      lie: (at) => {
        const lie = invented(0).signature
        return both(
          listing(at, (all, slot) => [{ ...invented(slot), signature: lie }, ...all]),
          lieOf(({ method, params }, result) =>
            method === 'getTransaction' && params?.[0] === lie
              ? { ...sample, slot: 1, blockTime: null }
              : result,
          ),
        )
      },
    },
    {
      name: 'a node that reports a failed transaction as successful',
      forge: async (at, minor) =>
        send(await transfer(coin, at, units(minor)), await transfer(coin, at, 10n ** 18n)),
      lie: (at) =>
        both(
          listing(at, (all) => all.map((one) => ({ ...one, err: null }))),
          lieOf(({ method }, result) => {
            if (method !== 'getTransaction' || result === null) return result
            const landed = result as Landed
            return { ...landed, meta: { ...landed.meta, err: null, status: { Ok: null } } }
          }),
        ),
    },
    {
      name: 'a node that lists transfers to other addresses under our address',
      lie: (at) => {
        const others = new Set<Listed>()
        return lieOf(({ method, params }, result) => {
          if (method !== 'getSignaturesForAddress') return result
          const listed = result as Listed[]
          if (params?.[0] !== at) {
            for (const one of listed) others.add(one)
            return result
          }
          return [...others, ...listed]
        })
      },
    },
    {
      name: 'a node that lists everything twice',
      lie: () =>
        lieOf(({ method }, result) =>
          method === 'getSignaturesForAddress' ? (result as Listed[]).flatMap((one) => [one, one]) : result,
        ),
    },
    {
      name: 'a node that lists a transaction but does not return it',
      forge: async (at) => send(await transfer(coin, at, units(1n) - 1n)),
      lie: () => lieOf(({ method }, result) => (method === 'getTransaction' ? null : result)),
    },
  ]
}

// A reply about an unrelated transaction.
const sample = {
  transaction: {
    signatures: [getBase58Decoder().decode(randomBytes(64))],
    message: { accountKeys: [], instructions: [], header: {}, recentBlockhash: '' },
  },
  meta: {
    err: null,
    fee: 5000,
    preBalances: [],
    postBalances: [],
    preTokenBalances: [],
    postTokenBalances: [],
    loadedAddresses: { writable: [], readonly: [] },
  },
  version: 0,
}

function invented(slot: number): Listed & Readonly<Record<string, unknown>> {
  return {
    signature: getBase58Decoder().decode(randomBytes(64)),
    slot,
    err: null,
    memo: null,
    blockTime: null,
    confirmationStatus: 'finalized',
  }
}

/** Changes the list of one address. `change` also receives a slot in which something landed. */
function listing(at: string, change: (all: readonly Listed[], slot: number) => readonly Listed[]): Lie {
  let slot = 0
  return lieOf(({ method, params }, result) => {
    if (method === 'getSlot') slot = result as number
    if (method !== 'getSignaturesForAddress') return result
    const all = result as Listed[]
    slot = Math.max(slot, ...all.map((one) => one.slot))
    return params?.[0] === at ? change(all, slot) : result
  })
}

function both(one: Lie, other: Lie): Lie {
  return (asked, told) => other(asked, one(asked, told))
}
