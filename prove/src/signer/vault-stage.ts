import { randomBytes } from 'node:crypto'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import { postEntry } from '@afara/server/records/ledger/ledger-store.ts'
import { acceptBuys, type NewBuy } from '@afara/server/records/transactions/accepting/buy-store.ts'
import {
  acceptWithdrawals,
  type NewWithdrawal,
} from '@afara/server/records/transactions/accepting/withdrawal-store.ts'
import { clearBuy, clearWithdrawal } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { findTransaction } from '@afara/server/records/transactions/transaction-store.ts'
import { giveBalance } from '@afara/stack/postgres/give-balance.ts'
import { Client } from 'pg'
import { floatFunded } from '../../../server/test/ledger-entries.ts'
import type { FamilyLane } from './family-lane.ts'
import { LANE } from './vault-process.ts'

export type Opened = Readonly<{
  purpose: 'delivery' | 'withdrawal'
  transferId: string
  transactionId: string
  lock: number
  address: string
  tokensMinor: bigint
}>

export type VaultStage = Awaited<ReturnType<typeof setVaultStage>>

const LAGOS_MS = 3_600_000
const FEE = money('NGN', 50_00n)

type StageLane = Pick<FamilyLane, 'network' | 'address' | 'drawWallet'>

const POLYGON: StageLane = {
  network: 'Polygon',
  address: LANE,
  drawWallet: () => `0x${randomBytes(20).toString('hex')}`,
}

/** Sets up one business, one collection account and one lane. Buys pass through the service's functions until they have a lock. */
export async function setVaultStage(
  url: (role: string) => string,
  firstLock = 0,
  { network, address, drawWallet }: StageLane = POLYGON,
) {
  const open = (role: string, max: number): Pool =>
    createPool(url(role), { max, applicationName: 'prove', isPatient: true })
  const pools = {
    owner: open('afara_owner', 1),
    api: open('afara_api', 1),
    worker: open('afara_worker', 2),
  }
  const clock = { now: () => new Date() }
  const business = newId()
  const account = { id: newId(), number: '0000000042' }
  const lane = newId()
  // An attacker with the superuser's password turns the triggers off first.
  const superuser = new Client({ connectionString: url('postgres') })
  await superuser.connect()
  await superuser.query('set search_path = afara; set session_replication_role = replica')
  await pools.owner.query(`insert into business (id, name, link_tag) values ($1, 'Prove', 'prove')`, [
    business,
  ])
  await pools.owner.query(
    `insert into business_mode (business_id, mode, may_hold_balance, exposure_cap_minor, fee_flat_minor)
     values ($1, 'test', true, 10::numeric ^ 15, $2)`,
    [business, FEE.minor],
  )
  await pools.owner.query(
    `insert into vendor_account (id, mode, business_id, name, account_number, bank_code, bank_name)
     values ($1, 'test', $2, 'TEST Afara', $3, 'test-bank', 'TEST BANK')`,
    [account.id, business, account.number],
  )
  await pools.owner.query(`select open_lane($1, 'test', $5, 1, $2, $3, $4)`, [
    lane,
    address,
    firstLock,
    clock.now(),
    network,
  ])
  await postEntry(pools.owner, {
    id: lane,
    mode: 'test',
    transactionId: null,
    step: 'float_funded',
    at: clock.now(),
    postings: floatFunded({ network, number: 1 }, money('NGNC', 10n ** 14n)),
  })
  await giveBalance(pools.owner, { businessId: business, minor: 10n ** 12n })
  let made = 0

  const draft = (naira: number): NewBuy => {
    const id = newId()
    const createdAt = clock.now()
    return {
      id,
      businessId: business,
      mode: 'test',
      reference: `ref-${id}`,
      idempotencyKey: null,
      amount: money('NGN', BigInt(naira) * 100n),
      fee: FEE,
      vendorAccountId: account.id,
      payer: { accountNumber: '0123456789', bankCode: '000013', bankName: 'GTBank', accountName: 'ADA OBI' },
      wallet: { network, address: drawWallet() },
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 7 * 86_400_000),
      meaning: randomBytes(32),
    }
  }
  const draftWithdrawal = (naira: number): NewWithdrawal => {
    const id = newId()
    return {
      id,
      businessId: business,
      mode: 'test',
      reference: `ref-${id}`,
      idempotencyKey: null,
      amount: money('NGNC', BigInt(naira) * 100n),
      wallet: { network, address: drawWallet() },
      createdAt: clock.now(),
      guardSince: undefined,
      meaning: randomBytes(32),
    }
  }
  /** Pays each buy by its own line, under the given names, and matches it. */
  const pay = async (buys: readonly NewBuy[], nameOf: (place: number) => string): Promise<void> => {
    const at = clock.now()
    const outcomes = await recordLines(pools.worker, {
      accountId: account.id,
      source: 'monnify',
      unreadable: [],
      cursor: undefined,
      at,
      lines: buys.map(({ amount }, place) => ({
        externalId: nameOf(place),
        accountNumber: account.number,
        direction: 'credit',
        kind: 'payment',
        grossMinor: amount.minor,
        settledMinor: amount.minor,
        bookedAt: at,
        valueDate: new Date(at.getTime() + LAGOS_MS).toISOString().slice(0, 10),
        payer: { accountNumber: '0123456789', bankCode: '000013', name: 'ADA OBI' },
        narration: 'NIP',
        raw: {},
      })),
    })
    if (outcomes.some(({ lineId }) => lineId === undefined)) throw new Error('a bank line was not recorded')
    await matchAccount({ pool: pools.worker, clock }, account.id)
  }
  const hold = async (): Promise<string> => {
    const { rows } = await pools.worker.query<{ fence: string }>(
      `select take_lane($1, 'prove', now(), 600000) as fence`,
      [lane],
    )
    return rows[0]?.fence ?? ''
  }
  /** Opens every transfer that waits in the lane, each on the next lock. */
  const openDue = async (journalNext = firstLock): Promise<Opened[]> => {
    const fence = await hold()
    await pools.worker.query('select check_lane($1, $2, 0, $3, now())', [lane, fence, journalNext])
    await pools.worker.query('select note_reading($1, $2, 10::numeric ^ 14, 10::numeric ^ 24, 1, now())', [
      lane,
      fence,
    ])
    const { rows } = await pools.worker.query<
      Record<'transfer_id' | 'transaction_id' | 'lock' | 'address' | 'tokens_minor', string>
    >('select * from open_transfers($1, $2, 50, now())', [lane, fence])
    const { rows: taken } = await pools.worker.query<{ id: string }>(
      'select transaction_id as id from withdrawal where transaction_id = any ($1)',
      [rows.map((row) => row.transaction_id)],
    )
    const withdrawals = new Set(taken.map(({ id }) => id))
    return rows.map((row) => ({
      purpose: withdrawals.has(row.transaction_id) ? 'withdrawal' : 'delivery',
      transferId: row.transfer_id,
      transactionId: row.transaction_id,
      lock: Number(row.lock),
      address: row.address,
      tokensMinor: BigInt(row.tokens_minor),
    }))
  }
  const clear = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const buy = await findTransaction(pools.worker, id)
      if (buy === undefined) throw new Error('the buy does not exist')
      await clearBuy(pools.worker, buy, { list: undefined, subjects: [], hits: [] }, clock.now())
    }
  }
  return {
    pools,
    superuser,
    business,
    account,
    lane,
    draft,
    clear,
    openDue,
    pay,
    /** Accepts, pays, matches, clears and opens up to fifty buys. */
    open: async (
      count: number,
      nameOf?: (place: number) => string,
      journalNext?: number,
    ): Promise<Opened[]> => {
      // Each amount is unique, so no payment can belong to another buy.
      const buys = Array.from({ length: count }, () => draft(10_000 + (made += 1)))
      await acceptBuys(pools.api, buys)
      await pay(buys, nameOf ?? (() => newId()))
      await clear(buys.map(({ id }) => id))
      const opened = await openDue(journalNext)
      if (opened.length !== count) throw new Error(`${opened.length} of ${count} buys were opened`)
      return opened
    },
    /** Debits, clears and opens withdrawals from the balance of the business. */
    openWithdrawals: async (count: number): Promise<Opened[]> => {
      const asked = Array.from({ length: count }, () => draftWithdrawal(10_000 + (made += 1)))
      await acceptWithdrawals(pools.api, asked)
      for (const { id } of asked) {
        const transaction = await findTransaction(pools.worker, id)
        if (transaction === undefined) throw new Error('the withdrawal does not exist')
        const screening = { list: undefined, subjects: [], hits: [] }
        await clearWithdrawal(
          pools.worker,
          { transaction, screening, wallet: { outcome: 'known' } },
          clock.now(),
        )
      }
      const opened = await openDue()
      if (opened.length !== count) throw new Error(`${opened.length} of ${count} withdrawals were opened`)
      return opened
    },
    close: async () => {
      await superuser.end()
      await Promise.all(Object.values(pools).map(async (pool) => pool.end()))
    },
  }
}
