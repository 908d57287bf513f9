import { formatId } from '../../../kernel/ids/ids.ts'
import { money, printMoney } from '../../../kernel/money/money.ts'
import { nigerianBanks } from '../../banks/bank-directory.ts'
import type { Holder } from '../machines/machine.ts'
import type {
  AttemptFact,
  CreditFact,
  DepositFact,
  PayoutFact,
  TimelineFacts,
  TransferFact,
  WalletBlockFact,
} from './timeline-facts-store.ts'
import { type Evidence, ofCredit, ofDeposit, ofPayout, ofTransfer } from './timeline-step.ts'

/** An event that did not change the status. Without a holder, the money stayed where it was. */
export type SideStep = Readonly<{
  at: Date
  event: string
  sentence: string
  holder?: Holder
  evidence: readonly Evidence[]
}>

/** Returns the side steps by time. */
export function sideSteps(facts: TimelineFacts): SideStep[] {
  const { credits, deposits, transfers, payouts, walletBlocks, screenings, cases } = facts
  const steps: SideStep[] = [
    ...credits.map(creditSeen),
    ...deposits.map(depositSeen),
    ...payouts.flatMap(payoutSteps),
    ...walletBlocks.flatMap(walletSteps),
    ...screenings.map(({ list, subjects, hits, at }) => ({
      at,
      event: 'screened',
      sentence:
        list === null
          ? 'No sanctions list was available.'
          : `Names and addresses compared with sanctions lists: ${subjects}. Possible matches: ${hits}. Lists: ${datesOf(list)}.`,
      evidence: [],
    })),
    ...transfers.flatMap(transferSteps),
    ...cases.flatMap(({ id, kind, openedAt, resolvedAt }) => {
      const evidence: Evidence[] = [{ kind: 'case', id: formatId('case', id) }]
      const opened = { at: openedAt, event: 'case_opened', sentence: `A case was opened: ${kind}.`, evidence }
      if (resolvedAt === null) return [opened]
      return [
        opened,
        { at: resolvedAt, event: 'case_resolved', sentence: `The case was decided: ${kind}.`, evidence },
      ]
    }),
  ]
  return steps.sort((one, other) => one.at.getTime() - other.at.getTime())
}

function walletSteps({ message, since, endedAt }: WalletBlockFact): SideStep[] {
  const blocked = { at: since, event: 'wallet_blocked', sentence: message, evidence: [] }
  if (endedAt === null) return [blocked]
  return [
    blocked,
    {
      at: endedAt,
      event: 'wallet_mended',
      sentence: 'The wallet can receive the tokens again.',
      evidence: [],
    },
  ]
}

function creditSeen(credit: CreditFact): SideStep {
  return {
    at: credit.seenAt,
    event: 'credit_seen',
    sentence: `Our bank shows a credit, of which ${printMoney(money('NGN', credit.amountMinor))} is for this buy.`,
    holder: 'afara',
    evidence: ofCredit(credit),
  }
}

function depositSeen(deposit: DepositFact): SideStep {
  const tokens = printMoney(money('NGNC', deposit.amountMinor))
  return {
    at: deposit.seenAt,
    event: 'deposit_seen',
    sentence: `${tokens} arrived at the deposit address of this sell on ${deposit.network}. The deposit is final.`,
    holder: 'afara',
    evidence: ofDeposit(deposit),
  }
}

/**
 * Returns the payout's side steps. The moves of the transaction already show when a payout was ordered and when it ended. A refund's legs
 * end one by one, so their ends are shown here too.
 */
function payoutSteps(payout: PayoutFact): SideStep[] {
  const { amountMinor, sentAt, endedAt, backAt, purpose } = payout
  if (sentAt === null) return []
  const naira = printMoney(money('NGN', amountMinor))
  const back = purpose === 'refund' ? ` back to ${accountOf(payout)}` : ''
  const asked: SideStep = {
    at: sentAt,
    event: 'bank_asked',
    sentence: `We instructed the bank to pay ${naira}${back}.`,
    holder: 'in flight',
    evidence: ofPayout({ ...payout, sessionId: null }),
  }
  if (purpose !== 'refund' || endedAt === null || backAt !== null) return [asked]
  const paid: SideStep = {
    at: endedAt,
    event: 'paid_back',
    sentence: `The bank paid ${naira}${back}.`,
    evidence: ofPayout(payout),
  }
  return [asked, paid]
}

/** Returns the last four digits and the bank: enough for a reader who knows the account. */
function accountOf({ bankCode, accountNumber }: PayoutFact): string {
  return `******${accountNumber.slice(-4)} at ${nigerianBanks.byKey(bankCode)?.name ?? bankCode}`
}

function transferSteps(transfer: TransferFact): SideStep[] {
  const { network, tokensMinor, openedAt, attempts, sentAt, sentCount } = transfer
  const unsigned = ofTransfer({ ...transfer, hash: null })
  const tokens = printMoney(money('NGNC', tokensMinor))
  return [
    {
      at: openedAt,
      event: 'transfer_opened',
      sentence: `${tokens} was reserved for one transfer on ${network}.`,
      evidence: unsigned,
    },
    ...attempts.filter(isAgain).map((attempt) => ({
      at: attempt.signedAt,
      event: 'signed_again',
      sentence: again[attempt.kind],
      evidence: [...unsigned, { kind: 'hash' as const, id: attempt.hash, network }],
    })),
    ...(sentAt === null
      ? []
      : [
          {
            at: sentAt,
            event: 'handed_over',
            sentence: `The transfer was sent to ${network}${sentCount > 1 ? ` (attempt ${sentCount})` : ''}.`,
            holder: 'in flight' as const,
            evidence: ofTransfer(transfer),
          },
        ]),
  ]
}

/** Whether an attempt is a repetition. The move to a signed transfer already shows the first attempt to pay. */
function isAgain({ kind }: AttemptFact, index: number): boolean {
  return index > 0 || kind !== 'pay'
}

const again: Readonly<Record<AttemptFact['kind'], string>> = {
  pay: 'The same transfer was signed again.',
  bump: 'The network was slow. The same transfer was sent again with a higher fee; only one of the two can succeed.',
  cancel:
    'The transfer is being cancelled: a transaction that moves no tokens takes its place on the network.',
}

/** Names each list with its date: `sdn:2026-11-14-ca2bc66804499016` is a version that nobody reads. */
function datesOf(list: string): string {
  return list
    .split(' ')
    .map((version) => version.replace(/:(\d{4}-\d{2}-\d{2}).*/, ' of $1'))
    .join(', ')
}
