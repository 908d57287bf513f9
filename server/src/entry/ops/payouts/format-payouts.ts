import { formatId } from '../../../kernel/ids/ids.ts'
import type { BankHealth } from '../../../movements/payouts/bank-standing-store.ts'
import {
  formatPayoutAccount,
  type OpenPayout,
  type PayoutAccountOverview,
} from '../../../movements/payouts/payout-overview-store.ts'
import { nigerianBanks } from '../../../records/banks/bank-directory.ts'
import { formatNaira } from '../amounts.ts'
import { formatAge, formatTable, formatTableWithNotes, wrapText } from '../terminal-text.ts'

const accountColumns = [
  { title: 'account', width: 26 },
  { title: 'state', width: 8 },
  { title: 'in the books', width: 20, isRight: true },
  { title: 'queued', width: 6, isRight: true },
  { title: 'sent', width: 5, isRight: true },
  { title: 'amount', width: 18, isRight: true },
  { title: 'since', width: 6, isRight: true },
]

/** Shows below each account the vendor's balance and any problem. */
export function formatPayoutAccounts(accounts: readonly PayoutAccountOverview[], now: Date): string[] {
  if (accounts.length === 0)
    return ['There is no payout account. Next: npx afara ops payout-account open --help']
  const stopped = accounts.find(({ state }) => state === 'frozen' || state === 'draining')
  return [
    ...formatTableWithNotes(
      accountColumns,
      accounts.map((account) => ({
        cells: [
          formatPayoutAccount(account),
          account.state,
          formatNaira(account.bookedMinor),
          String(account.waitingCount),
          String(account.outCount),
          formatNaira(account.outMinor),
          account.outSince === null ? '' : formatAge(account.outSince, now),
        ],
        notes: [
          `    ${account.id}, ${describeVendorBalance(account, now)}`,
          ...(account.shortOf === null
            ? []
            : [`    cannot pay what is queued: ${shortageWords[account.shortOf] ?? account.shortOf}`]),
          ...(account.frozenBecause === null ? [] : wrapText(`frozen: ${account.frozenBecause}`, '    ')),
        ],
      })),
    ),
    '',
    stopped === undefined
      ? 'Next: nothing. To stop one: npx afara ops payout-account freeze <account> --reason "…"'
      : `Next, after the investigation: npx afara ops payout-account resume ${formatPayoutAccount(stopped)} --reason "…"`,
  ]
}

const shortageWords: Readonly<Record<string, string>> = {
  books: 'the balance in the books is too low',
  funds: 'the balance at the vendor is too low',
  reading: 'the balance at the vendor was not read recently',
  payer: 'our payer process rejects payments for now',
}

function describeVendorBalance(
  { availableMinor, readAt, linesWholeAt }: PayoutAccountOverview,
  now: Date,
): string {
  const ago = (at: Date) => `${formatAge(at, now)} ago`
  const has =
    availableMinor === null || readAt === null
      ? 'not read yet'
      : `${formatNaira(availableMinor)} ${ago(readAt)}`
  const ledger =
    linesWholeAt === null ? 'its ledger was never read' : `its ledger was read ${ago(linesWholeAt)}`
  return `at the vendor: ${has}; ${ledger}`
}

const payoutColumns = [
  { title: 'payout', width: 36 },
  { title: 'state', width: 9 },
  { title: 'amount', width: 16, isRight: true },
  { title: 'age', width: 6, isRight: true },
  { title: 'last answer', width: 20 },
]

export function formatPayouts(payouts: readonly OpenPayout[], now: Date): string[] {
  if (payouts.length === 0) return ['No payout is pending.']
  return formatTableWithNotes(
    payoutColumns,
    payouts.map((payout) => ({
      cells: [
        formatId('payout', payout.id),
        payout.state,
        formatNaira(payout.amountMinor),
        formatAge(payout.orderedAt, now),
        payout.lastSaid ?? '',
      ],
      notes: [
        `    ${payout.reference} at ${payout.account}, attempt ${payout.attempt}, to ${findBankName(payout.bankCode)}`,
        `    for ${formatId('transaction', payout.transactionId)}`,
      ],
    })),
  )
}

const bankColumns = [
  { title: 'bank', width: 28 },
  { title: 'vendor', width: 9 },
  { title: 'sent', width: 6, isRight: true },
  { title: 'paid', width: 6, isRight: true },
  { title: 'failed', width: 6, isRight: true },
  { title: 'unknown', width: 7, isRight: true },
  { title: 'median', width: 8, isRight: true },
  { title: '95 %', width: 8, isRight: true },
  { title: '', width: 6 },
]

export function formatBankHealth(banks: readonly BankHealth[]): string[] {
  if (banks.length === 0) return ['No payouts in the last hour.']
  return formatTable(
    bankColumns,
    banks.map((bank) => [
      findBankName(bank.bankCode),
      bank.vendor,
      String(bank.attempts),
      String(bank.succeeded),
      String(bank.failed),
      String(bank.openUnknown),
      bank.p50Seconds === null ? '' : `${bank.p50Seconds} s`,
      bank.p95Seconds === null ? '' : `${bank.p95Seconds} s`,
      bank.isDown ? 'down' : '',
    ]),
  )
}

function findBankName(code: string): string {
  return nigerianBanks.byKey(code)?.name ?? code
}
