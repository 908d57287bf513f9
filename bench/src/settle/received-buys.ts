import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { inTransaction, type Sql } from '@afara/server/kernel/postgres/pool.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { acceptBuys, type NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import type { SettlingStack } from './raise-settling.ts'

const GROUP = 200
const DAY_MS = 24 * 60 * 60 * 1000
const AMOUNT_MINOR = 20_000_00n
const FEE_MINOR = 100_00n

/** Creates buys whose naira has arrived, with all rows that the signer checks, and that are not due yet. */
export async function receiveBuys(stack: SettlingStack, count: number): Promise<string[]> {
  const account = await findAccount(stack)
  const ids: string[] = []
  while (ids.length < count) {
    const buys = Array.from({ length: Math.min(GROUP, count - ids.length) }, (_, place) =>
      newBuy(stack.businessId, account.id, ids.length + place),
    )
    // All in one commit, so that the worker does not match the buys before the bench allocates them.
    await inTransaction(stack.owner, async (sql) => {
      await sql.query(
        'update business_mode set fee_flat_minor = $2 where business_id = $1 and fee_flat_minor <> $2',
        [stack.businessId, FEE_MINOR],
      )
      await acceptBuys(sql, buys)
      const outcomes = await recordLines(sql, {
        accountId: account.id,
        source: 'paystack',
        lines: buys.map((buy) => creditOf(buy, account.number)),
        unreadable: [],
        cursor: undefined,
        at: new Date(),
      })
      const lines = new Map(outcomes.map(({ externalId, lineId }) => [externalId, lineId]))
      await allocate(
        sql,
        account.id,
        buys.map(({ id }) => ({ id, lineId: lines.get(id) ?? '' })),
      )
    })
    ids.push(...buys.map(({ id }) => id))
  }
  return ids
}

async function findAccount({ owner, businessId }: SettlingStack): Promise<{ id: string; number: string }> {
  const { rows } = await owner.query<{ id: string; number: string }>(
    'select id, account_number as number from afara.vendor_account where business_id = $1',
    [businessId],
  )
  const [account] = rows
  if (account === undefined) throw new Error('the seed created no vendor account for its business')
  return account
}

/** Writes the same rows as matching, except that nothing is due for a day. The bench decides when the work starts. */
async function allocate(
  sql: Sql,
  accountId: string,
  given: ReadonlyArray<Readonly<{ id: string; lineId: string }>>,
): Promise<void> {
  const ids = given.map(({ id }) => id)
  await sql.query(
    `select allocate_credits($1, null, now(), now(), array_fill(null::uuid, s.size), $2, $3, array_fill($4::numeric, s.size),
       array_fill('paid_in_full'::text, s.size), array_fill('number'::allocation_evidence, s.size),
       array_fill('dedicated'::allocation_ground, s.size))
     from (select array[cardinality($2::uuid[])] as size) s`,
    [accountId, given.map(({ lineId }) => lineId), ids, AMOUNT_MINOR.toString()],
  )
  await sql.query(`update wake set due_at = now() + interval '1 day' where subject_id = any ($1::uuid[])`, [
    ids,
  ])
}

function newBuy(businessId: string, vendorAccountId: string, place: number): NewBuy {
  const id = newId()
  const createdAt = new Date()
  return {
    id,
    businessId,
    mode: 'test',
    reference: id,
    idempotencyKey: null,
    meaning: Buffer.alloc(32, 0xef),
    amount: money('NGN', AMOUNT_MINOR),
    fee: money('NGN', FEE_MINOR),
    vendorAccountId,
    payer: {
      bankCode: '000013',
      bankName: 'GTBank',
      accountNumber: ((place * 7_919) % 10_000_000_000).toString().padStart(10, '0'),
      accountName: 'NGOZI OKAFOR',
    },
    wallet: { network: 'Polygon', address: `0x${id.replaceAll('-', '').padStart(40, 'b')}` },
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 7 * DAY_MS),
  }
}

function creditOf(buy: NewBuy, accountNumber: string) {
  const bookedAt = new Date()
  return {
    externalId: buy.id,
    accountNumber,
    direction: 'credit',
    kind: 'payment',
    grossMinor: buy.amount.minor,
    settledMinor: buy.amount.minor,
    bookedAt,
    valueDate: bookedAt.toISOString().slice(0, 10),
    sessionId: `session-${buy.id}`,
    payer: { accountNumber: buy.payer.accountNumber, name: 'NGOZI OKAFOR', bankCode: buy.payer.bankCode },
    narration: 'NIP/GTB/NGOZI OKAFOR',
    raw: {},
  } as const
}
