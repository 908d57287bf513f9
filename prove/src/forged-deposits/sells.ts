import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import type { NetworkName } from '@afara/server/kernel/networks.ts'
import type { Pool } from '@afara/server/kernel/postgres/pool.ts'
import { type DepositTargets, depositSalt } from '@afara/server/movements/deposits/deposit-address.ts'
import { acceptSells } from '@afara/server/records/transactions/accepting/sell-store.ts'

/** A sell of the proof, and the amount of its tokens that may be credited. */
export type ProofSell = Readonly<{
  id: string
  network: NetworkName
  address: string
  minor: bigint
  what: string
  isForged: boolean
  /** Its address holds tokens that must not be counted. */
  isSetAside: boolean
}> & { dueMinor: bigint }

export type Sells = Readonly<{
  all: readonly ProofSell[]
  accept(
    what: string,
    network: NetworkName,
    minor: bigint,
    more?: Partial<Pick<ProofSell, 'isForged' | 'isSetAside'>>,
  ): Promise<ProofSell>
}>

const DAY_MS = 24 * 60 * 60 * 1000

export function createSells(api: Pool, targets: DepositTargets, businessId: string): Sells {
  const all: ProofSell[] = []
  return {
    all,
    accept: async (what, network, minor, { isForged = false, isSetAside = false } = {}) => {
      const id = newId()
      const address = targets.of(
        'test',
        network,
        depositSalt({ businessId, mode: 'test', reference: id }),
      )?.address
      if (address === undefined) throw new Error(`deposits are not open on ${network}`)
      const createdAt = new Date()
      const [answer] = await acceptSells(api, [
        {
          id,
          businessId,
          mode: 'test',
          reference: id,
          idempotencyKey: null,
          amount: money('NGNC', minor),
          fee: money('NGNC', 0n),
          payee: { bankCode: '000013', bankName: 'GTBank', accountNumber: '0123456789', accountName: null },
          wallet: { network, address: 'the customer' },
          depositAddress: address,
          createdAt,
          expiresAt: new Date(createdAt.getTime() + DAY_MS),
          guardSince: undefined,
          meaning: randomBytes(32),
        },
      ])
      if (answer?.outcome !== 'accepted') throw new Error(`a sell was not accepted: ${answer?.outcome}`)
      const sell = { id, network, address, minor, what, isForged, isSetAside, dueMinor: 0n }
      all.push(sell)
      return sell
    },
  }
}
