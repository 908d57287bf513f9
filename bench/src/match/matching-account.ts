import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { acceptBuys, type NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import type { TestBed } from '../test-bed.ts'

/** Credits per second of a plan: both sides get the same work, not the same time. */
export const CREDITS_A_SECOND = 2_000

/**
 * Number of credits in one group. The first group is not measured: its session has no query plans yet, unlike that of a worker in service.
 */
export const GROUP_OF_CREDITS = 500

const BUSINESSES = 100
const GROUP = 256
const DAY_MS = 24 * 60 * 60 * 1000
const NAMES = ['Ngozi Okafor', 'Tunde Balogun', 'Aisha Bello', 'Emeka Eze', 'Folake Ogunleye']

/** A shared account with claims of many businesses, and credits that pay the oldest of them. */
export type MatchingAccount = Readonly<{
  database: string
  accountId: string
  owner: Pool
  worker: Pool
  /** Brings the number of open claims to `count`. */
  fillClaims(count: number): Promise<void>
  /** Records credits for the oldest claims that were not paid yet. */
  payOldest(count: number): Promise<void>
  close(): Promise<void>
}>

export async function openMatchingAccount({ postgres }: TestBed, database: string): Promise<MatchingAccount> {
  const open = (role: string) =>
    createPool(postgres.url(role, database), { max: 2, applicationName: 'bench', isPatient: true })
  const [owner, api, worker] = [open('afara_owner'), open('afara_api'), open('afara_worker')]
  const businesses = Array.from({ length: BUSINESSES }, () => newId())
  const accountId = newId()
  await insertParties(owner, businesses, accountId)
  const unpaid: NewBuy[] = []
  let made = 0
  let openNow = 0
  const fillClaims = async (count: number) => {
    while (openNow < count) {
      const buys = Array.from({ length: Math.min(GROUP, count - openNow) }, () => {
        made += 1
        return newBuy(made, businesses[made % BUSINESSES] ?? '', accountId)
      })
      await acceptBuys(api, buys)
      for (const buy of buys) unpaid.push(buy)
      openNow += buys.length
    }
  }
  return {
    database,
    accountId,
    owner,
    worker,
    fillClaims,
    async payOldest(count) {
      const paid = unpaid.splice(0, count)
      openNow -= paid.length
      for (let first = 0; first < paid.length; first += GROUP) {
        const lines = paid.slice(first, first + GROUP).map(creditOf)
        const at = new Date()
        await recordLines(worker, {
          accountId,
          source: 'monnify',
          lines,
          unreadable: [],
          cursor: undefined,
          at,
        })
      }
    },
    async close() {
      await Promise.all([owner.end(), api.end(), worker.end()])
    },
  }
}

async function insertParties(owner: Pool, businesses: readonly string[], accountId: string): Promise<void> {
  await owner.query(
    `insert into afara.business (id, name, link_tag)
     select id, 'business-' || place, 'business-' || place from unnest($1::uuid[]) with ordinality as b (id, place)`,
    [businesses],
  )
  await owner.query(
    `insert into afara.business_mode (business_id, mode, may_hold_balance, exposure_cap_minor)
     select id, 'test', true, 1e20 from unnest($1::uuid[]) as b (id)`,
    [businesses],
  )
  await owner.query(
    `insert into afara.vendor_account (id, mode, name, account_number, bank_code, bank_name, feed)
     values ($1, 'test', 'TEST Afara', '9977000001', 'test-000023', 'Providus Bank', 'monnify')`,
    [accountId],
  )
}

/** Half of all claims are for one of a few round amounts, and every payer is different. */
function newBuy(place: number, businessId: string, vendorAccountId: string): NewBuy {
  const id = newId()
  const createdAt = new Date()
  const naira = place % 2 === 0 ? 10_000 * (1 + (place % 20)) : 15_000 + (place % 90_000)
  return {
    id,
    businessId,
    mode: 'test',
    reference: id,
    idempotencyKey: null,
    meaning: Buffer.alloc(32, 0xef),
    amount: money('NGN', BigInt(naira) * 100n),
    fee: money('NGN', 0n),
    vendorAccountId,
    payer: {
      bankCode: '000013',
      bankName: 'GTBank',
      accountNumber: ((place * 7_919) % 10_000_000_000).toString().padStart(10, '0'),
      accountName: NAMES[place % NAMES.length] ?? null,
    },
    wallet: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
  }
}

function creditOf(buy: NewBuy) {
  const bookedAt = new Date()
  return {
    externalId: buy.id,
    accountNumber: '9977000001',
    direction: 'credit',
    kind: 'payment',
    grossMinor: buy.amount.minor,
    settledMinor: buy.amount.minor,
    bookedAt,
    valueDate: bookedAt.toISOString().slice(0, 10),
    sessionId: `session-${buy.id}`,
    payer: {
      accountNumber: buy.payer.accountNumber,
      name: buy.payer.accountName?.toUpperCase() ?? '',
      bankCode: buy.payer.bankCode,
    },
    narration: `NIP/GTB/${buy.payer.accountName}`,
    raw: {},
  } as const
}
