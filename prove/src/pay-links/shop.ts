import { renderHtml } from '@afara/server/entry/http/html.ts'
import { payPage } from '@afara/server/entry/http/pay-page/pay-page.ts'
import { isPayable, type PayState, payStateOf } from '@afara/server/entry/http/pay-page/pay-state.ts'
import { english } from '@afara/server/entry/http/pay-page/pay-words.ts'
import { advanceBuy } from '@afara/server/flows/buys/advance-buy.ts'
import { createNumberDesk } from '@afara/server/flows/collections/number-desk.ts'
import { makePayLink } from '@afara/server/flows/pay-links/make-pay-link.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { createKeyring } from '@afara/server/kernel/keyring.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { asTenant, createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import type { BankLine, Payer } from '@afara/server/movements/feeds/bank-line.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { selectVisibleAccounts } from '@afara/server/records/banks/vendor-account-store.ts'
import type { PayLink } from '@afara/server/records/pay-links/pay-link-store.ts'
import { readPayPage } from '@afara/server/records/pay-links/pay-page-store.ts'
import { findDrivenBuy } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { readOwnTimeline } from '@afara/server/records/transactions/timeline/timeline.ts'
import { type NumberBank, POOL_NUMBER } from './number-bank.ts'

const ACCOUNT_NUMBER = '9977000001'
const PRICE_MINOR = 20_000_00n
const LAGOS_MS = 60 * 60 * 1000

/** In the future, so that nothing is overdue by the database's own clock. */
export const START_MS = Date.parse('2036-11-16T06:00:00Z')

/** What a payer and the business are told about a link at one moment. */
export type Told = Readonly<{
  state: PayState
  isToldToPay: boolean
  /** The whole page, as text. */
  page: string
  sentence: string
  paidMinor: bigint
}>

/** What the page of a link tells its payer to pay, and where. */
export type Shown = Readonly<{ accountNumber: string; minor: bigint; isOwn: boolean }>

/**
 * A business with one price. With a bank that gives numbers, each of its links has an account number of its own; without one, all are paid
 * to an account that it shares with others. Its clock is set by the proof.
 */
export async function openShop(
  url: (role: string) => string,
  addresses: WalletAddressRules,
  bank: NumberBank | undefined,
) {
  const open = (role: string, max: number) =>
    createPool(url(role), { max, applicationName: 'prove', isPatient: true })
  const [owner, api, worker] = [open('afara_owner', 1), open('afara_api', 2), open('afara_worker', 2)]
  const [businessId, accountId, poolId] = [newId(), newId(), newId()]
  await openRows(owner, businessId, accountId, poolId)
  const tenant = { businessId, mode: 'test' } as const
  let now = START_MS
  const clock = { now: () => new Date(now) }
  const visible = await asTenant(api, tenant, selectVisibleAccounts)
  const terms = {
    mayHoldBalance: true,
    feePlan: { flatMinor: 0n, bps: 50, capMinor: null },
    defaultWallet: null,
    dailyLimitMinor: null,
  }
  const looks = new Map<string, number>()
  const failures: unknown[] = []
  const desk =
    bank &&
    createNumberDesk({
      customerKeys: createKeyring(new Map([[1, Buffer.alloc(32, 1)]])),
      pool: api,
      clock,
      rails: bank.rails,
      onError: (error) => failures.push(error),
      waits: { vendorMs: 15_000, payerMs: 15_000 },
    })

  const match = async (account: string): Promise<void> => {
    for (;;) {
      const matched = await matchAccount({ pool: worker, clock }, account)
      looks.set(account, matched.nextLookAt?.getTime() ?? Number.POSITIVE_INFINITY)
      if (!matched.hasMore) return
    }
  }

  const record = async (account: string, source: string, lines: readonly BankLine[]): Promise<string> => {
    const [outcome] = await recordLines(worker, {
      accountId: account,
      source,
      unreadable: [],
      cursor: undefined,
      at: clock.now(),
      lines,
    })
    await match(account)
    return outcome?.lineId ?? ''
  }

  return {
    owner,
    worker,
    failures,
    now: () => now,
    nextLookAt: () => Math.min(Number.POSITIVE_INFINITY, ...looks.values()),
    async moveTo(atMs: number): Promise<void> {
      now = atMs
      await bank?.moveTo(atMs)
    },
    /** Decides about the credits that are due. */
    async matchDue(): Promise<void> {
      for (const [account, at] of looks) if (at <= now) await match(account)
    },
    /** Returns undefined if the link is refused. */
    async makeLink(): Promise<PayLink | undefined> {
      try {
        const { link } = await makePayLink(
          { pool: api, clock, addresses, walletChains: new Map() },
          { tenant, terms },
          visible,
          {
            amount: money('NGN', PRICE_MINOR),
            wallet: null,
            description: null,
            returnUrl: null,
            expiresInMinutes: 60,
            reference: null,
            idempotencyKey: null,
          },
        )
        return link
      } catch (error) {
        if (error instanceof Refusal) return undefined
        throw error
      }
    },
    /** The payer opens the page. */
    async openPage({ token, transactionId }: PayLink): Promise<Shown> {
      await desk?.obtain('test', transactionId)
      const page = await readPayPage(api, token)
      if (page === undefined) throw new Error('the link is gone')
      return {
        accountNumber: page.accountNumber,
        minor: page.left.minor,
        isOwn: page.accountNumber !== ACCOUNT_NUMBER,
      }
    },
    /**
     * The bank books a payment and reports it. Returns the id of its line, or undefined if the vendor of the number sends it back.
     */
    async receive(
      shown: Shown,
      {
        minor,
        payer,
        narration,
        isTaken,
      }: Readonly<{ minor: bigint; payer: Payer; narration: string; isTaken: boolean }>,
    ): Promise<string | undefined> {
      if (bank !== undefined && shown.isOwn) {
        const lines = await bank.pay({
          number: shown.accountNumber,
          minor,
          payer,
          remark: narration,
          isTaken,
        })
        return lines.length === 0 ? undefined : record(poolId, 'kora', lines)
      }
      const externalId = newId()
      return record(accountId, 'monnify', [
        {
          externalId,
          accountNumber: ACCOUNT_NUMBER,
          direction: 'credit',
          kind: 'payment',
          grossMinor: minor,
          settledMinor: minor,
          bookedAt: clock.now(),
          valueDate: new Date(now + LAGOS_MS).toISOString().slice(0, 10),
          sessionId: externalId.replaceAll('-', ''),
          payer,
          narration,
          raw: {},
        },
      ])
    },
    /** Takes the step of a buy that waits for its payment or for the business, at its time. */
    async advance({ transactionId }: PayLink): Promise<void> {
      const buy = await findDrivenBuy(worker, transactionId)
      if (buy === undefined || !['pending_payment', 'action_required'].includes(buy.status)) return
      await advanceBuy({ pool: worker, ...unneeded }, buy, clock.now())
    },
    /** Reads the pay page and the sentence that the API and the timeline tell. */
    async tell({ token, transactionId }: PayLink): Promise<Told> {
      const page = await readPayPage(api, token)
      const timeline = await asTenant(api, tenant, async (sql) => readOwnTimeline(sql, transactionId))
      if (page === undefined || timeline === undefined) throw new Error('the link is gone')
      const state = payStateOf(page, clock.now())
      const html = renderHtml(payPage({ page, token, now: clock.now(), explorerUrl: null }, english))
      const isToldToPay = isPayable(state) && !html.includes('If you have paid, do not pay again')
      return { state, isToldToPay, page: html, sentence: timeline.sentence, paidMinor: page.paid.minor }
    },
    async close() {
      await desk?.drained()
      await Promise.all([owner.end(), api.end(), worker.end()])
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

const refuse = async (): Promise<never> => {
  throw new Error('only buys that wait are advanced here')
}

const unneeded = {
  screen: { list: undefined, screen: () => [] },
  nudge: refuse,
  askWallet: refuse,
  clear: refuse,
} as const

async function openRows(owner: Pool, businessId: string, accountId: string, poolId: string): Promise<void> {
  await owner.query(`insert into afara.business (id, name, link_tag) values ($1, 'Ada Foods', 'ada-foods')`, [
    businessId,
  ])
  await owner.query(
    `insert into afara.business_mode (business_id, mode, may_hold_balance, fee_bps) values ($1, 'test', true, 50)`,
    [businessId],
  )
  await owner.query(
    `insert into afara.vendor_account (id, mode, name, account_number, bank_code, bank_name, feed, is_pool)
     values ($1, 'test', 'TEST Afara', $2, 'test-bank', 'TEST BANK (not a bank)', null, false),
       ($3, 'test', 'TEST Pool', $4, 'test-bank', 'TEST BANK (not a bank)', 'kora', true)`,
    [accountId, ACCOUNT_NUMBER, poolId, POOL_NUMBER],
  )
  // An account with enough naira pays the returns.
  const payoutId = newId()
  await owner.query(`select afara.open_payout_account($1, 'test', 'paystack', $2, null, $3)`, [
    payoutId,
    payoutId,
    new Date(START_MS),
  ])
  await owner.query(`select afara.fund_payout_account($1, $2, 100000000000, 'a proof', 'system:prove', $3)`, [
    newId(),
    payoutId,
    new Date(START_MS),
  ])
  await owner.query('update afara.payout_account set available_minor = 100000000000 where id = $1', [
    payoutId,
  ])
}
