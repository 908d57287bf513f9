import { renderHtml } from '@afara/server/entry/http/html.ts'
import { payPage } from '@afara/server/entry/http/pay-page/pay-page.ts'
import { isPayable, type PayState, payStateOf } from '@afara/server/entry/http/pay-page/pay-state.ts'
import { english } from '@afara/server/entry/http/pay-page/pay-words.ts'
import { makePayLink } from '@afara/server/flows/pay-links/make-pay-link.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { asTenant, createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { Refusal } from '@afara/server/kernel/refusal.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import type { Payer } from '@afara/server/movements/feeds/bank-line.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { selectVisibleAccounts } from '@afara/server/records/banks/vendor-account-store.ts'
import type { PayLink } from '@afara/server/records/pay-links/pay-link-store.ts'
import { readPayPage } from '@afara/server/records/pay-links/pay-page-store.ts'
import { readOwnTimeline } from '@afara/server/records/transactions/timeline/timeline.ts'

const ACCOUNT_NUMBER = '9977000001'
const PRICE_MINOR = 20_000_00n
const LAGOS_MS = 60 * 60 * 1000

/** What a payer and the business are told about a link at one moment. */
export type Told = Readonly<{
  state: PayState
  isToldToPay: boolean
  /** The whole page, as text. */
  page: string
  sentence: string
  paidMinor: bigint
}>

/** A business with one price, on an account that it shares with others. Its clock is set by the proof. */
export async function openShop(url: (role: string) => string, addresses: WalletAddressRules) {
  const open = (role: string, max: number) =>
    createPool(url(role), { max, applicationName: 'prove', isPatient: true })
  const [owner, api, worker] = [open('afara_owner', 1), open('afara_api', 2), open('afara_worker', 2)]
  const [businessId, accountId] = [newId(), newId()]
  await openRows(owner, businessId, accountId)
  const tenant = { businessId, mode: 'test' } as const
  // In the future, so that nothing is overdue by the database's own clock.
  let now = Date.parse('2036-11-16T06:00:00Z')
  const clock = { now: () => new Date(now) }
  const visible = await asTenant(api, tenant, selectVisibleAccounts)
  const terms = {
    mayHoldBalance: true,
    feePlan: { flatMinor: 0n, bps: 50, capMinor: null },
    defaultWallet: null,
    dailyLimitMinor: null,
  }
  let nextLookAt = Number.POSITIVE_INFINITY

  const match = async (): Promise<void> => {
    for (;;) {
      const matched = await matchAccount({ pool: worker, clock }, accountId)
      nextLookAt = matched.nextLookAt?.getTime() ?? Number.POSITIVE_INFINITY
      if (!matched.hasMore) return
    }
  }

  return {
    owner,
    worker,
    now: () => now,
    nextLookAt: () => nextLookAt,
    moveTo(atMs: number) {
      now = atMs
    },
    match,
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
    /** The bank books a payment and reports it. Returns the id of its line. */
    async receive(minor: bigint, payer: Payer, narration: string): Promise<string> {
      const externalId = newId()
      const line = {
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
      } as const
      const [outcome] = await recordLines(worker, {
        accountId,
        source: 'monnify',
        unreadable: [],
        cursor: undefined,
        at: clock.now(),
        lines: [line],
      })
      return outcome?.lineId ?? ''
    },
    async expire({ transactionId }: PayLink): Promise<void> {
      await worker.query(
        `select from drive_transaction($1, (select version from transaction where id = $1), 'window_closed', '{}', $2, null)`,
        [transactionId, clock.now()],
      )
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
      await Promise.all([owner.end(), api.end(), worker.end()])
    },
  }
}

export type Shop = Awaited<ReturnType<typeof openShop>>

async function openRows(owner: Pool, businessId: string, accountId: string): Promise<void> {
  await owner.query(`insert into afara.business (id, name, link_tag) values ($1, 'Ada Foods', 'ada-foods')`, [
    businessId,
  ])
  await owner.query(
    `insert into afara.business_mode (business_id, mode, may_hold_balance, fee_bps) values ($1, 'test', true, 50)`,
    [businessId],
  )
  await owner.query(
    `insert into afara.vendor_account (id, mode, name, account_number, bank_code, bank_name)
     values ($1, 'test', 'TEST Afara', $2, 'test-bank', 'TEST BANK (not a bank)')`,
    [accountId, ACCOUNT_NUMBER],
  )
}
