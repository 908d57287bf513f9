import { type Money, money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Explorers } from '../../movements/transfers/chain.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { Buy } from '../../records/transactions/accepting/buy-store.ts'
import type { Sell } from '../../records/transactions/accepting/sell-store.ts'
import type { Withdrawal } from '../../records/transactions/accepting/withdrawal-store.ts'
import { nairaInWords } from './amount-words.ts'
import {
  businessParty,
  headOf,
  type Issuer,
  issuerParty,
  lastChangeOf,
  listed,
  type Paper,
  type PaperParty,
  type PaperRow,
  transactionRows,
  writtenHolder,
} from './paper.ts'
import { maskedAccount, printable, writtenMoment, writtenMoney } from './paper-text.ts'
import type { PaperFacts } from './read-paper-facts.ts'

const STATUSES_WITH_RECEIPT = new Set(['completed', 'refunded'])
// A receipt has one page, so it shows only this many hashes. The timeline has all of them.
const MOST_HASHES = 3

/** For whom a receipt is. A payer does not see the fee of the business or its wallet. */
export type ReceiptReader = 'business' | 'payer'

/** Writes a receipt for bookkeeping: the amount paid and received. Throws a refusal before the transaction has ended. */
export function writeReceipt(
  paper: PaperFacts,
  explorers: Explorers,
  issuer: Issuer,
  reader: ReceiptReader = 'business',
): Paper {
  const { told, facts } = paper
  const { status } = headOf(told)
  if (!STATUSES_WITH_RECEIPT.has(status)) {
    throw new Refusal(
      'receipt_not_ready',
      `The transaction is ${status}. Its receipt is available when it is completed or refunded.`,
    )
  }
  const at = lastChangeOf(facts)
  const isRefunded = status === 'refunded'
  const { total, label, rows, parties, more } = partsOf(paper, reader)
  return {
    title: 'Receipt',
    subtitle: `${titles[told.type]}, ${status}`,
    headline: writtenMoney(total),
    headlineLabel: label,
    ...(total.asset === 'NGN' && { headlineWords: nairaInWords(total.minor) }),
    badge: isRefunded ? 'Refunded' : badges[told.type],
    parties: [...parties, issuerParty('Processed by', issuer)],
    sections: [
      { heading: 'Amounts', rows, isSum: true },
      {
        heading: 'Proof',
        rows: [
          { label: isRefunded ? 'Refunded' : 'Completed', value: writtenMoment(at) },
          ...more,
          ...proofOf(paper, explorers),
          ...transactionRows(told),
        ],
      },
    ],
    footer: `1 NGNC = ₦1. ${reader === 'business' ? 'The fee is inside the amount. ' : ''}Not a tax invoice. Ask ${printable(issuer.contact, 60)}.`,
    isTest: facts.mode === 'test',
    at,
  }
}

const badges = {
  buy: 'Paid and delivered ✓',
  sell: 'Paid out ✓',
  withdrawal: 'Delivered ✓',
  drill: 'Drill',
}

const titles = {
  buy: 'Purchase of NGNC',
  sell: 'Sale of NGNC',
  withdrawal: 'Withdrawal of NGNC',
  drill: 'Drill',
}

type Parts = Readonly<{
  total: Money
  label: string
  rows: readonly PaperRow[]
  parties: readonly PaperParty[]
  /** Further rows of the proof. */
  more: readonly PaperRow[]
}>

function partsOf(paper: PaperFacts, reader: ReceiptReader): Parts {
  const { told } = paper
  if (told.type === 'buy') return partsOfBuy(paper, told.buy, writtenAccount(told.paidInto), reader)
  return told.type === 'sell' ? partsOfSell(paper, told.sell) : partsOfWithdrawal(paper, told.withdrawal)
}

function partsOfBuy(paper: PaperFacts, buy: Buy, paidInto: string, reader: ReceiptReader): Parts {
  const { facts, payouts } = paper
  const received = sumOf(facts.credits.filter(({ endedAt }) => endedAt === null).map((c) => c.amountMinor))
  const naira = (minor: bigint) => writtenMoney(money('NGN', minor))
  const parties = [businessParty('Paid to', paper), payerParty(paper, buy)]
  const into = { label: 'Paid into', value: paidInto }
  if (buy.status === 'refunded') {
    const paid = payouts.filter(isPaid)
    const back = sumOf(paid.map(({ amountMinor }) => amountMinor))
    return {
      total: money('NGN', back),
      label: 'Refunded to the payer',
      rows: [
        { label: 'Naira received', value: naira(received) },
        { label: 'Naira refunded', value: naira(back) },
      ],
      parties,
      more: [into, ...paid.slice(0, 2).map((one) => ({ label: 'Refunded to', value: writtenHolder(one) }))],
    }
  }
  const isForPayer = reader === 'payer'
  return {
    total: money('NGN', received),
    label: `Paid to ${printable(paper.businessName, 60)}`,
    rows: isForPayer
      ? [{ label: 'Naira received', value: naira(received) }]
      : [
          { label: 'Naira received', value: naira(received) },
          { label: 'Fee', value: `−${writtenMoney(buy.fee)}` },
          { label: 'Tokens delivered', value: writtenMoney(money('NGNC', received - buy.fee.minor)) },
        ],
    parties,
    more: isForPayer ? [into] : [into, destination(buy.wallet)],
  }
}

/** The payer as the business named them, or else as our bank recorded them. */
function payerParty({ paidBy }: PaperFacts, { payer }: Buy): PaperParty {
  const title = 'Paid by'
  if (payer !== null) {
    const bank = nigerianBanks.byKey(payer.bankCode)?.name ?? payer.bankName
    return {
      title,
      isPerson: true,
      name: printable(payer.accountName ?? 'The payer', 60),
      lines: [printable(bank, 60), `Account ${maskedAccount(payer.accountNumber)}`],
    }
  }
  const bank = paidBy === null ? null : (nigerianBanks.byKey(paidBy.bankCode ?? '')?.name ?? paidBy.bankName)
  return {
    title,
    isPerson: paidBy !== null && paidBy.name !== null,
    name: printable(paidBy?.name ?? 'The payer of the pay link', 60),
    lines: [
      ...(bank === null ? [] : [printable(bank, 60)]),
      ...(paidBy?.ending ? [`Account ••••••${paidBy.ending}`] : []),
    ],
  }
}

function partsOfSell(paper: PaperFacts, sell: Sell): Parts {
  const { facts, payouts } = paper
  const deposited = sumOf(facts.deposits.map(({ amountMinor }) => amountMinor))
  const tokens = money('NGNC', facts.deposits.length === 0 ? sell.amount.minor : deposited)
  const from: PaperRow =
    sell.wallet === null
      ? { label: 'Tokens from', value: 'the balance of the business' }
      : {
          label: 'Tokens from',
          value: `${sell.wallet.network} ${printable(sell.wallet.address)}`,
          code: true,
        }
  if (sell.status === 'refunded') {
    return {
      total: tokens,
      label: 'Tokens returned',
      rows: [{ label: 'Tokens returned', value: writtenMoney(tokens) }],
      parties: [businessParty('Returned to', paper)],
      more: [from, destination(sell.wallet)],
    }
  }
  const paid = payouts.filter(isPaid)
  const naira = money('NGN', sumOf(paid.map(({ amountMinor }) => amountMinor)))
  const holders = paid.slice(0, 1).map(({ accountName, bankCode, accountNumber }) => ({
    title: 'Paid to',
    isPerson: true,
    name: printable(accountName, 60),
    lines: [
      printable(nigerianBanks.byKey(bankCode)?.name ?? bankCode, 60),
      `Account ${maskedAccount(accountNumber)}`,
    ],
  }))
  return {
    total: naira,
    label: 'Paid out',
    rows: [
      { label: 'Tokens received', value: writtenMoney(tokens) },
      { label: 'Fee', value: `−${writtenMoney(sell.fee)}` },
      { label: 'Naira paid out', value: writtenMoney(naira) },
    ],
    parties: [...holders, businessParty('Paid for', paper)],
    more: [from],
  }
}

function partsOfWithdrawal(paper: PaperFacts, { amount, wallet }: Withdrawal): Parts {
  return {
    total: amount,
    label: 'Sent from the balance',
    rows: [{ label: 'Tokens sent', value: writtenMoney(amount) }],
    parties: [businessParty('Sent for', paper)],
    more: [{ label: 'Tokens from', value: 'the balance of the business' }, destination(wallet)],
  }
}

/** Returns the ids under which a bank or a network knows the payments. */
function proofOf({ facts, payouts }: PaperFacts, explorers: Explorers): PaperRow[] {
  const sessions = [
    ...facts.credits.filter(({ endedAt }) => endedAt === null).map(({ sessionId }) => sessionId),
    ...payouts.filter(isPaid).map(({ sessionId }) => sessionId),
  ].filter((session) => session !== null)
  const hashes = [
    ...facts.deposits.map(({ network, hash }) => ({ network, hash })),
    ...facts.transfers
      .filter(({ state }) => state === 'final_ok')
      .map(({ network, hash }) => ({ network, hash: hash ?? '' })),
  ]
  const onNetworks = hashes.slice(0, MOST_HASHES).map(({ network, hash }) => ({
    label: `${network} transaction`,
    value: printable(hash, 100),
    code: true,
    link: explorers.ofTransaction(facts.mode, network, hash),
  }))
  return [
    ...listed(
      'Bank session id',
      sessions.map((session) => printable(session)),
    ),
    ...onNetworks,
  ]
}

function isPaid({ state, moneyBackAt }: PaperFacts['payouts'][number]): boolean {
  return state === 'succeeded' && moneyBackAt === null
}

function destination(wallet: Readonly<{ network: string; address: string }> | null): PaperRow {
  if (wallet === null) return { label: 'Tokens to', value: 'the balance of the business' }
  return { label: 'Tokens to', value: `${wallet.network} ${printable(wallet.address)}`, code: true }
}

function writtenAccount({
  name,
  accountNumber,
  bankName,
}: {
  name: string
  accountNumber: string
  bankName: string
}) {
  return writtenHolder({ bankCode: '', bankName, accountNumber, accountName: name })
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}
