import type { NameEnquiry } from '../../../movements/payouts/name-enquiry.ts'
import type { PayoutHooks } from '../../../movements/payouts/payout-rail.ts'
import { PayerUnavailable, type PayoutRail } from '../../../movements/payouts/payout-rail.ts'
import { createVaultClient, type VaultSettings } from '../../ask-vault.ts'
import {
  fieldsOf,
  odd,
  oneOfIn,
  readAnswers,
  readBalance,
  readJournal,
  readPayoutLines,
  readReadings,
  readRefusedApprovals,
  textIn,
  writeOrders,
} from './payer-wire.ts'

// The payer process waits for banks, which may be slow.
const payer = { name: 'payer', deadlineMs: 60_000, Unavailable: PayerUnavailable } as const
const JOURNAL_PAGE_SIZE = 500

/** The worker's HTTP client of the payer process. Throws PayerUnavailable unless the response covers every payout. */
export function createVaultPayer(settings: VaultSettings): PayoutRail {
  const ask = createVaultClient(settings, payer)
  return {
    send: async (orders, signal, patienceMs) => {
      if (orders.length === 0) return []
      return requireAll(
        orders.map(({ payoutId }) => payoutId),
        readAnswers(await ask('/v1/send', signal, { ...writeOrders(orders), patience_ms: patienceMs })),
      )
    },
    requery: async (payoutIds, signal, patienceMs) => {
      if (payoutIds.length === 0) return []
      const body = { payout_ids: payoutIds, patience_ms: patienceMs }
      return requireAll(payoutIds, readReadings(await ask('/v1/requery', signal, body)))
    },
    balance: async (accountId, signal) => readBalance(await ask(`/v1/accounts/${accountId}/balance`, signal)),
    lines: async (accountId, cursor, signal) => {
      const query = cursor === null ? '' : `?${new URLSearchParams({ cursor }).toString()}`
      return readPayoutLines(await ask(`/v1/accounts/${accountId}/lines${query}`, signal))
    },
    refusedApprovals: async (signal) => readRefusedApprovals(await ask('/v1/approvals', signal)),
    journal: async (after, signal) => {
      const page = readJournal(await ask(`/v1/journal?after=${after}&most=${JOURNAL_PAGE_SIZE}`, signal))
      // A journal that ends before `after` is an old copy. The end of that copy is then returned instead of our position.
      const last = page.count < after ? page.count : Math.max(page.last, after)
      return { payouts: page.payouts, last, isWhole: last >= page.count }
    },
  }
}

function requireAll<T extends Readonly<{ payoutId: string }>>(asked: readonly string[], told: T[]): T[] {
  const isWhole =
    told.length === asked.length && asked.every((payoutId, place) => told[place]?.payoutId === payoutId)
  if (!isWhole)
    throw new PayerUnavailable(
      `the payer process returned ${told.length} results for ${asked.length} payouts, or in another order`,
    )
  return told
}

const HOOK_DEADLINE_MS = 5_000

/** Verifies notifications through the payer process, which has the secrets. */
export function createVaultHooks(settings: VaultSettings): PayoutHooks {
  const ask = createVaultClient(settings, payer)
  return {
    verify: async ({ mode, vendor, headers, body }) => {
      const hook = { mode, vendor, headers, body_base64: body.toString('base64') }
      const answer = fieldsOf(await ask('/v1/hooks', AbortSignal.timeout(HOOK_DEADLINE_MS), hook))
      if (oneOfIn(answer, 'outcome', ['verified', 'refused']) === 'refused') return undefined
      const { references } = answer
      const isList = Array.isArray(references) && references.every((one) => typeof one === 'string')
      return isList ? references : odd('references')
    },
  }
}

const NAME_DEADLINE_MS = 9_000

/** Sends name enquiries through the payer process to its vendors. */
export function createVaultNames(settings: VaultSettings): NameEnquiry {
  const ask = createVaultClient(settings, payer)
  return {
    ask: async ({ bankCode, accountNumber, mode }) => {
      const question = { mode, bank_code: bankCode, account_number: accountNumber }
      const answer = fieldsOf(await ask('/v1/enquire', AbortSignal.timeout(NAME_DEADLINE_MS), question))
      const outcome = oneOfIn(answer, 'outcome', ['found', 'not_found', 'unavailable'])
      if (outcome === 'unavailable') return undefined
      return outcome === 'found' ? { outcome, accountName: textIn(answer, 'account_name') } : { outcome }
    },
  }
}
