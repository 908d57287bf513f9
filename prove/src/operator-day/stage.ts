import { advanceTransaction } from '@afara/server/flows/advance/advance-transaction.ts'
import { advanceBuy } from '@afara/server/flows/buys/advance-buy.ts'
import { makePayLink } from '@afara/server/flows/pay-links/make-pay-link.ts'
import { nameReturnAccount } from '@afara/server/flows/pay-links/name-return-account.ts'
import { advanceReturn } from '@afara/server/flows/payouts/advance-return.ts'
import { newId } from '@afara/server/kernel/ids/ids.ts'
import { money } from '@afara/server/kernel/money/money.ts'
import { asTenant, createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { askForNumber, noteNumber } from '@afara/server/movements/collections/collection-number-store.ts'
import { recordLines } from '@afara/server/movements/credits/bank-line-store.ts'
import type { BankLine } from '@afara/server/movements/feeds/bank-line.ts'
import { matchAccount } from '@afara/server/movements/matching/match-account.ts'
import type { WalletAddressRules } from '@afara/server/movements/transfers/wallet-address.ts'
import { nigerianBanks } from '@afara/server/records/banks/bank-directory.ts'
import { selectVisibleAccounts } from '@afara/server/records/banks/vendor-account-store.ts'
import { closeOutlivedCases, keepOverdueCases } from '@afara/server/records/cases/case-store.ts'
import type { PayLink } from '@afara/server/records/pay-links/pay-link-store.ts'
import type { Screen } from '@afara/server/records/screening/screen.ts'
import { acceptBuys } from '@afara/server/records/transactions/accepting/buy-store.ts'
import { clearBuys, findDrivenBuy } from '@afara/server/records/transactions/clearing/clearing-store.ts'
import { findDriven } from '@afara/server/records/transactions/transaction-store.ts'
import type { Wallet } from '@afara/server/records/transactions/wallets/wallet.ts'
import { createPayoutDesk } from '../../../server/test/payout-desk.ts'
import { notePolls, openRows, POOL_NUMBER, SHARED_NUMBER, shopTerms } from './stage-rows.ts'
import type { TokenLane } from './token-lane.ts'
import { openTokenLane } from './token-lane.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
export const LINK_MINUTES = 60
/** A day in the future at six in the morning in Lagos, so that nothing is due by the database's own clock. */
export const START_MS = Date.parse('2036-11-18T05:00:00Z')

/** What a payer was told to pay, and where. */
export type Order = Readonly<{
  transactionId: string
  minor: bigint
  code: string
  token: string | null
  /** The account number of this payment alone. */
  number: string | null
  link: PayLink | null
}>

export type Payer = Readonly<{ accountNumber: string; bankCode: string; name: string }>

/** Names on the list of the day. The second is another person with nearly the same name. */
export const LISTED = 'OLUWADARE CHUKWUDALU ZANGOMA-BIRI'
export const RESEMBLES = 'OLUWADARE ZANGOMA BIRI'

/**
 * The whole system on a clock that the proof moves: orders, banks, matching, clearing, delivery on a local chain, returns and the payout
 * vendor. Everything runs the server's own functions; what Restate would start, `settle` starts at the due time.
 */
export async function openStage(url: (role: string) => string, addresses: WalletAddressRules) {
  const open = (role: string, max: number) =>
    createPool(url(role), { max, applicationName: 'prove', isPatient: true })
  const [owner, api, worker] = [open('afara_owner', 2), open('afara_api', 4), open('afara_worker', 4)]
  let now = START_MS
  const clock = { now: () => new Date(now) }
  const rows = await openRows(owner, START_MS)
  const payouts = createPayoutDesk({ owner, worker, clock })
  const payoutAccount = await payouts.openAccount('paystack', 1_000_000_000)
  payouts.payer.has(1_000_000_000_00n)
  const lane: TokenLane = await openTokenLane({ owner, worker, clock })
  const looks = new Map<string, number>()
  const failures: string[] = []
  let payoutsDueAt = Number.POSITIVE_INFINITY
  let isFeedSilent = false
  let pollDueAt = 0
  let numbers = 8_000_000_000

  const screen: Screen = {
    list: { name: 'day', version: '1', loadedAt: new Date(START_MS) },
    screen: (subjects) =>
      subjects
        .filter(({ kind, text }) => kind === 'name' && (text === LISTED || text === RESEMBLES))
        .map((subject) => ({ subject, list: 'day', entry: '7', listed: LISTED })),
  }
  const clearing = {
    pool: worker,
    screen: {
      ...screen,
      get list() {
        return { name: 'day', version: '1', loadedAt: clock.now() }
      },
    },
    nudge: async () => {},
    askWallet: async () => ({ outcome: 'known' }) as const,
    clear: async (one: Parameters<typeof clearBuys>[1][number]) => {
      const [cleared] = await clearBuys(worker, [one], clock.now())
      if (cleared === undefined) throw new Error('a buy was not cleared')
      return cleared
    },
  }
  const onFailure = (_: unknown, error: unknown) => failures.push(String(error))
  const driving = { pool: worker, clock, onFailure }

  const match = async (account: string): Promise<void> => {
    for (;;) {
      const matched = await matchAccount({ pool: worker, clock }, account)
      looks.set(account, matched.nextLookAt?.getTime() ?? Number.POSITIVE_INFINITY)
      if (!matched.hasMore) return
    }
  }

  const advanceDue = async (): Promise<void> => {
    const { rows: due } = await worker.query<{ id: string; type: 'buy' | 'return' }>(
      `select subject_id as id, type from wake where due_at <= $1 and type in ('buy', 'return') order by due_at limit 500`,
      [clock.now()],
    )
    for (const { id, type } of due)
      await (type === 'buy'
        ? advanceTransaction(
            { ...driving, find: findDrivenBuy, step: async (buy, at) => advanceBuy(clearing, buy, at) },
            type,
            id,
          )
        : advanceTransaction(
            { ...driving, find: findDriven, step: async (one, at) => advanceReturn(clearing, one, at) },
            type,
            id,
          ))
  }

  const payOut = async (): Promise<void> => {
    await payouts.round(payoutAccount)
    payouts.payer.settle('success', ({ bankCode }) => !stage.downBanks.has(bankCode))
    const { rows: open } = await owner.query<{ open: boolean }>(
      `select exists (select from payout_order where account_id = $1)
         or exists (select from payout x where x.account_id = $1 and x.final_entry_id is null and x.money_back_at is null) as open`,
      [payoutAccount],
    )
    payoutsDueAt = open[0]?.open === true ? now + 20 * SECOND_MS : Number.POSITIVE_INFINITY
  }

  /** What is due, in one statement: it runs at every step of the day. */
  const look = async () => {
    const { rows: seen } = await worker.query<{
      at: Date | null
      sends: boolean
      pays: boolean
      cases: string
    }>(
      `select (select min(due_at) from wake where type in ('buy', 'return')) as at,
         exists (select from delivery) or exists (select from transfer where state in ('reserved', 'signed')) as sends,
         exists (select from payout_order) as pays,
         (select count(*) || ' ' || coalesce(sum(version), 0) from case_file where state <> 'resolved') as cases`,
    )
    const { at, sends = false, pays = false, cases = '' } = seen[0] ?? {}
    return { dueAt: at?.getTime() ?? Number.POSITIVE_INFINITY, sends, pays, cases }
  }

  const stage = {
    owner,
    worker,
    clock,
    lane,
    payer: payouts.payer,
    businessIds: rows.businessIds,
    failures,
    /** Banks that answer no payment at the moment. */
    downBanks: new Set<string>(),
    now: () => now,
    moveTo: (atMs: number): void => {
      now = Math.max(now, atMs)
    },
    /** Does everything that is due. Returns when something is due next, and a text that changes with every case. */
    settle: async (): Promise<Readonly<{ dueAt: number; cases: string }>> => {
      if (now >= pollDueAt) {
        await notePolls(worker, clock.now(), isFeedSilent ? rows.sharedId : null)
        pollDueAt = now + MINUTE_MS
      }
      for (const [account, at] of looks) if (at <= now) await match(account)
      for (let rounds = 0; ; rounds += 1) {
        const { dueAt, sends, pays, cases } = await look()
        if (pays && payoutsDueAt > now) payoutsDueAt = now
        const isOver = rounds === 5 || (dueAt > now && !sends && payoutsDueAt > now)
        // What could not go on now is tried again in a second.
        const nextAt = dueAt > now ? dueAt : now + SECOND_MS
        if (isOver) return { dueAt: Math.min(nextAt, payoutsDueAt, ...looks.values()), cases }
        if (dueAt <= now) await advanceDue()
        if (sends) await lane.deliver()
        if (payoutsDueAt <= now) await payOut()
      }
    },
    /** The bank of the account that all share answers nothing, or answers again. */
    silenceFeed: (isSilent: boolean): void => {
      isFeedSilent = isSilent
    },
    /** Does what the worker does every minute: late transactions and outlived cases. */
    keep: async (): Promise<void> => {
      await keepOverdueCases(worker, clock.now())
      await closeOutlivedCases(worker, clock.now())
    },
    /** A shop makes a pay link; its page is opened, and gets a number if the shop has them. */
    makeLink: async (
      shop: number,
      minor: bigint,
      withNumber: boolean,
      wallet: Wallet | null,
    ): Promise<Order> => {
      const businessId = rows.businessIds[shop] ?? ''
      const tenant = { businessId, mode: 'test' } as const
      const visible = await asTenant(api, tenant, selectVisibleAccounts)
      const { link } = await makePayLink(
        { pool: api, clock, addresses, walletChains: new Map() },
        { tenant, terms: shopTerms },
        visible,
        {
          amount: money('NGN', minor),
          wallet,
          description: null,
          returnUrl: null,
          expiresInMinutes: LINK_MINUTES,
          reference: null,
          idempotencyKey: null,
        },
      )
      const made = { transactionId: link.transactionId, code: link.code, token: link.token, link }
      if (!withNumber) return { ...made, minor: link.amount.minor, number: null }
      numbers += 1
      const id = newId()
      const asked = {
        id,
        transactionId: link.transactionId,
        vendors: ['kora'],
        at: clock.now(),
        patienceMs: 15_000,
      }
      const step = await askForNumber(api, asked)
      if (step.outcome !== 'ask') throw new Error(`a vendor was not asked for a number: ${step.outcome}`)
      const given = {
        kind: 'given',
        number: String(numbers),
        bankName: 'Wema Bank',
        accountName: 'Afara',
      } as const
      const validUntil = new Date(now + LINK_MINUTES * MINUTE_MS)
      await noteNumber(api, { id, answer: { ...given, validUntil }, isLate: false, at: clock.now() })
      return { ...made, minor: step.amount.minor, number: given.number }
    },
    /** A business claims a payment by the api and names the payer. */
    claim: async (shop: number, minor: bigint, payer: Payer): Promise<Order> => {
      const id = newId()
      await acceptBuys(api, [
        {
          id,
          businessId: rows.businessIds[shop] ?? '',
          mode: 'test',
          reference: `order-${id}`,
          idempotencyKey: null,
          meaning: Buffer.alloc(32, 0xab),
          amount: money('NGN', minor),
          fee: money('NGN', 0n),
          vendorAccountId: rows.sharedId,
          payer: { ...payer, bankName: payer.bankCode, accountName: payer.name },
          wallet: null,
          createdAt: clock.now(),
          expiresAt: new Date(now + 3 * 24 * 60 * MINUTE_MS),
        },
      ])
      await match(rows.sharedId)
      return { transactionId: id, minor, code: `order-${id}`, token: null, number: null, link: null }
    },
    /** The bank reports a line. Returns its id. */
    book: async (number: string | null, line: BankLine): Promise<string> => {
      const account = number === null ? rows.sharedId : rows.poolId
      const accountNumber = number === null ? SHARED_NUMBER : POOL_NUMBER
      const [outcome] = await recordLines(worker, {
        accountId: account,
        source: number === null ? 'monnify' : 'kora',
        unreadable: [],
        cursor: undefined,
        at: clock.now(),
        lines: [{ ...line, accountNumber, ...(number !== null && { paidTo: number }) }],
      })
      await match(account)
      return outcome?.lineId ?? ''
    },
    /** A payer names on the pay page where the money goes back to. The bank says that the account has their name. */
    nameAccount: async (token: string, payer: Payer): Promise<void> => {
      const bank = nigerianBanks.byKey(payer.bankCode)
      if (bank === undefined) throw new Error('the payer has no bank')
      const nameEnquiry = { ask: async () => ({ outcome: 'found', accountName: payer.name }) as const }
      await nameReturnAccount({ pool: api, clock, nameEnquiry }, token, bank, payer.accountNumber)
    },
    close: async () => {
      await lane.stop()
      await Promise.all([owner, api, worker].map(async (pool: Pool) => pool.end()))
    },
  }
  await payOut()
  return stage
}

export type Stage = Awaited<ReturnType<typeof openStage>>
