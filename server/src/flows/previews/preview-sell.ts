import type { Mode } from '../../kernel/mode.ts'
import type { Money } from '../../kernel/money/money.ts'
import { asTenant } from '../../kernel/postgres/pool.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { BankStandings } from '../../movements/payouts/bank-standing.ts'
import { askWithin, type NameAnswer, type NameEnquiry } from '../../movements/payouts/name-enquiry.ts'
import { feeOf } from '../../records/fees/fee.ts'
import { compareNames } from '../../records/names/compare-names.ts'
import type { OwnProblem } from '../../records/transactions/accepting/request-store.ts'
import { maySellTo, type Sell } from '../../records/transactions/accepting/sell-store.ts'
import { sellMachine } from '../../records/transactions/machines/sell-machine.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import { collectRefusals, refusalOfAnswer } from '../accept/refusals.ts'
import { limitedFor, meaningOfSell, type SellAsking } from '../sells/accept-sell.ts'
import { NAME_ENQUIRY_TIMEOUT_MS, requireScope, sellChecks } from '../sells/sell-checks.ts'
import {
  askRecord,
  conclude,
  expectedWithin,
  type Findings,
  type Notice,
  noFindings,
  type Preview,
  type PreviewDeps,
  reckonAmounts,
  toFindings,
} from './preview.ts'

/** The parsed fields of a sell; undefined for a field that is invalid. */
export type IntendedSell = Readonly<{
  amount: Money | undefined
  payee: Sell['payee'] | undefined
  wallet: Wallet | null | undefined
  reference: string | null
}>

/** Runs all checks of a sell at the same time. Sanctions hits and velocity limits are not disclosed in advance. */
export async function previewSell(
  deps: PreviewDeps,
  asking: SellAsking,
  sell: IntendedSell,
): Promise<Preview> {
  const { tenant, terms } = asking
  const { amount, payee, wallet, reference } = sell
  const amounts = reckonAmounts(amount, (whole) => feeOf(terms.feePlan, whole), 'NGN')
  const expectedWithinMs = expectedWithin(sellMachine, ['deposit_received', 'cleared', 'paying_out'])
  const isWhole = amount !== undefined && payee !== undefined && wallet !== undefined
  const meaning = isWhole
    ? meaningOfSell({ amount, payee, wallet, reference, idempotencyKey: null })
    : undefined
  const network = wallet === undefined ? undefined : (wallet?.network ?? null)
  const asked = {
    ...deps,
    nameEnquiry: askOnce(payee === undefined ? deps.nameEnquiry : limitedFor(deps, asking, payee)),
  }
  const [{ earlier, problems }, refusals, bank, mayPay] = await Promise.all([
    askRecord(deps, asking, { type: 'sell', amount, network, reference, meaning }),
    collectRefusals([
      () => {
        if (wallet !== undefined) requireScope(asking, { wallet })
      },
      ...sellChecks(asked, asking, sell),
    ]),
    payee === undefined ? noFindings : checkPayee(asked, tenant.mode, payee),
    payee === undefined || asTenant(deps.pool, tenant, async (sql) => maySellTo(sql, payee)),
  ])
  const all = mayPay ? problems : [...problems, { outcome: 'beneficiary_not_enrolled' as const }]
  return conclude({ amounts, expectedWithinMs }, earlier, [
    toFindings([...refusals, ...earlier.refusals]),
    toFindings(all.map((problem) => refusalOfProblem(problem, terms.mayHoldBalance))),
    bank,
  ])
}

function refusalOfProblem(
  problem: OwnProblem | Readonly<{ outcome: 'beneficiary_not_enrolled' }>,
  mayHoldBalance: boolean,
): Refusal | undefined {
  if (problem.outcome === 'frozen') {
    return new Refusal(
      'payouts_stopped',
      'Payouts are paused for this business or this network. The sell would wait.',
    )
  }
  // If the business may hold no balance at all, another check of the preview says so (sellChecks). An insufficient balance would only
  // confuse.
  if (problem.outcome === 'insufficient_balance' && !mayHoldBalance) return undefined
  return refusalOfAnswer(problem, 'sell')
}

type PayeeDeps = Readonly<{ nameEnquiry: NameEnquiry; bankStandings: BankStandings }>

/** Checks whether a beneficiary could be paid now: the account exists, and its bank accepts payments. */
async function checkPayee(
  { nameEnquiry, bankStandings }: PayeeDeps,
  mode: Mode,
  { bankCode, bankName, accountNumber, accountName }: Sell['payee'],
): Promise<Findings> {
  const [answer, standings] = await Promise.all([
    askWithin(nameEnquiry, { bankCode, accountNumber, mode }, NAME_ENQUIRY_TIMEOUT_MS),
    bankStandings.of(mode),
  ])
  const state = standings.get(bankCode)?.state
  return {
    stops: [
      ...(answer?.outcome === 'not_found' ? [noSuchAccount] : []),
      ...(isUnknown(answer, accountName) ? [nameUnknown] : []),
      ...(state === 'down' ? [bankDown(bankName)] : []),
    ],
    warnings: [
      ...(answer === undefined ? [notAsked] : []),
      ...(state === 'degraded' || state === 'slow' ? [bankPoor(bankName, state)] : []),
    ],
  }
}

/** Makes one name enquiry. The checks of the sell and the check of the beneficiary share its answer. */
function askOnce(enquiry: NameEnquiry): NameEnquiry {
  let answer: Promise<NameAnswer | undefined> | undefined
  return {
    ask: async (query) => {
      answer ??= enquiry.ask(query)
      return answer
    },
  }
}

function isUnknown(answer: NameAnswer | undefined, accountName: string | null): boolean {
  if (answer?.outcome !== 'found' || accountName === null) return false
  return compareNames(accountName, answer.accountName) === 'unknown'
}

const nameUnknown = {
  code: 'beneficiary_name_unknown',
  message:
    'We cannot compare account_name with the bank’s record. The sell would be accepted, and would wait until an operator confirms the name.',
  field: 'account_name',
  fix: 'Send the full name in Latin letters, as the bank has it.',
}

const noSuchAccount = {
  code: 'beneficiary_unknown',
  message: 'The bank has no account with this number. The sell would wait for another account.',
  field: 'account_number',
  fix: 'Check account_number and bank_name with the beneficiary.',
}

const notAsked: Notice = {
  code: 'name_not_asked',
  message:
    'The name could not be checked: the bank did not answer, or you reached your limit of name enquiries. The sell would be accepted, and would wait for the bank’s answer.',
}

function bankDown(bankName: string) {
  return {
    code: 'bank_down',
    message: `${bankName} is down. The sell would wait until the bank is back.`,
    field: 'bank_name',
    fix: 'Use an account at another bank, or sell later.',
  }
}

function bankPoor(bankName: string, state: 'degraded' | 'slow'): Notice {
  return {
    code: `bank_${state}`,
    message:
      state === 'slow'
        ? `${bankName} is slow at the moment. The payout may take some minutes.`
        : `Some payments to ${bankName} fail at the moment. The payout may take longer.`,
  }
}
