import { randomBytes } from 'node:crypto'
import { Memo, Operation } from '@stellar/stellar-sdk'
import type { Asked, Told } from '../../chains/proxy.ts'
import { unmuxed } from '../../chains/stellar/muxed.ts'
import { formatUnits } from '../../chains/stellar/open-purse.ts'
import type { Forgery } from '../forging-chain.ts'
import type { Lie } from '../lying-node.ts'
import type { StellarForging } from './stellar-forging.ts'

type Payment = Readonly<Record<string, unknown>> &
  Readonly<{ transaction: Readonly<Record<string, unknown>> }>
type Page = Readonly<Record<'_embedded', Readonly<{ records: readonly Payment[] }>>>

/** Lists the lies of a Horizon in its list of operations. */
export function stellarLies({ accounts, asset, otherIssuer, units }: StellarForging): readonly Forgery[] {
  const pay = async (to: string, of = asset, sum = 1n, memo?: Memo): Promise<void> =>
    accounts.send(
      await accounts.newCustomer(),
      [Operation.payment({ destination: to, asset: of, amount: formatUnits(sum) })],
      memo && { memo },
    )
  const amount = (minor: bigint) => formatUnits(units(minor))
  return [
    {
      name: 'a Horizon that invents a payment',
      lie: (at, minor) => {
        const hash = randomBytes(32).toString('hex')
        return listing((all) =>
          all.flatMap((one, place) =>
            place === all.length - 1
              ? [one, { ...toSell(one, at), amount: amount(minor), transaction_hash: hash, ...later(one) }]
              : [one],
          ),
        )
      },
    },
    {
      name: 'a Horizon that shows other payments with our number',
      lie: (at) => listing((all) => all.map((one) => toSell(one, at))),
    },
    {
      name: 'a Horizon that reports a larger amount',
      forge: async (at) => pay(at),
      lie: (at, minor) =>
        listing((all) => all.map((one) => (isTo(one, at) ? { ...one, amount: amount(minor) } : one))),
    },
    {
      name: 'a Horizon that reports our issuer for the asset of another',
      forge: async (at, minor) => pay(at, otherIssuer, units(minor)),
      lie: (at) =>
        listing((all) =>
          all.map((one) => (isTo(one, at) ? { ...one, asset_issuer: asset.getIssuer() } : one)),
        ),
    },
    {
      name: 'a Horizon that adds our number to payments without a memo',
      forge: async (at, minor) => pay(unmuxed(at).account, asset, units(minor)),
      lie: (at) =>
        listing((all) =>
          all.map((one) =>
            one['to_muxed'] === undefined && one.transaction['memo_type'] === 'none'
              ? {
                  ...one,
                  transaction: { ...one.transaction, memo_type: 'id', memo: unmuxed(at).id },
                }
              : one,
          ),
        ),
    },
    {
      name: 'a Horizon that lists everything twice',
      lie: () => listing((all) => all.flatMap((one) => [one, one])),
    },
    {
      name: 'a Horizon that lists a payment but does not return its transaction',
      forge: async (at) => pay(at),
      lie: () => (asked, told) =>
        asked.path.startsWith('/transactions/') ? { ...told, status: 404, body: NOT_FOUND } : told,
    },
  ]
}

const NOT_FOUND = JSON.stringify({
  type: 'https://stellar.org/horizon-errors/not_found',
  title: 'Resource Missing',
  status: 404,
})

function listing(change: (all: readonly Payment[]) => readonly Payment[]): Lie {
  return (asked: Asked, told: Told): Told => {
    if (!/^\/accounts\/[^/]+\/operations/.test(asked.path)) return told
    const page = JSON.parse(told.body.toString()) as Page
    const { _embedded: embedded } = page
    const records = change(embedded.records)
    return { ...told, body: JSON.stringify({ ...page, _embedded: { records } }) }
  }
}

function isTo(one: Payment, at: string): boolean {
  return one['to_muxed'] === at
}

function toSell(one: Payment, at: string): Payment {
  const { account, id } = unmuxed(at)
  return {
    ...one,
    to: account,
    to_muxed: at,
    to_muxed_id: id,
    transaction: { ...one.transaction, memo_type: 'none', memo: undefined },
  }
}

/** Returns the next position in the same ledger. */
function later(one: Payment): Readonly<{ id: string; paging_token: string }> {
  const next = (BigInt(String(one['id'])) + 1n).toString()
  return { id: next, paging_token: next }
}
