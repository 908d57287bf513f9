import { money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Explorers } from '../../movements/transfers/chain.ts'
import type { Buy } from '../../records/transactions/accepting/buy-store.ts'
import type { Sell } from '../../records/transactions/accepting/sell-store.ts'
import type { Withdrawal } from '../../records/transactions/accepting/withdrawal-store.ts'
import { machines } from '../../records/transactions/machines/machines.ts'
import {
  headOf,
  lastChangeOf,
  listed,
  type Paper,
  type PaperRow,
  type PaperSection,
  transactionRows,
  writtenHolder,
} from './paper.ts'
import { printable, writtenMoment, writtenMoney } from './paper-text.ts'
import type { PaperFacts } from './read-paper-facts.ts'

const STATUSES_WITH_RECEIPT = new Set(['completed', 'refunded'])
// A receipt has one page, so it shows only this many hashes. The timeline has all of them.
const MOST_HASHES = 3

/** Writes a receipt for bookkeeping: the amount paid and received. Throws a refusal before the transaction has ended. */
export function writeReceipt(paper: PaperFacts, explorers: Explorers): Paper {
  const { told, facts, businessName } = paper
  const { status } = headOf(told)
  if (!STATUSES_WITH_RECEIPT.has(status)) {
    throw new Refusal(
      'receipt_not_ready',
      `The transaction is ${status}. Its receipt is available when it is completed or refunded.`,
    )
  }
  const at = lastChangeOf(facts)
  const { sums, parties } = partsOf(paper)
  return {
    title: 'Receipt',
    subtitle: `${titles[told.type]}, ${status}`,
    headline: sums.headline,
    sections: [
      {
        heading: 'Transaction',
        rows: [
          ...transactionRows(told, businessName),
          { label: status === 'refunded' ? 'Refunded' : 'Completed', value: writtenMoment(at) },
          { label: 'Status', value: machines[told.type].meanings[status]?.sentence ?? status },
        ],
      },
      { heading: 'Amounts', rows: sums.rows },
      { heading: 'From and to', rows: parties },
      ...proofOf(paper, explorers),
    ],
    footer:
      'Issued by Afara. 1 NGNC = NGN 1. The fee is included in the amount. Not a tax invoice. To verify this receipt, check the session id with the bank or the hash on the network.',
    isTest: facts.mode === 'test',
    at,
  }
}

const titles = {
  buy: 'Purchase of NGNC',
  sell: 'Sale of NGNC',
  withdrawal: 'Withdrawal of NGNC',
  drill: 'Drill',
}

type Parts = Readonly<{
  sums: Readonly<{ headline: string; rows: readonly PaperRow[] }>
  parties: readonly PaperRow[]
}>

function partsOf(paper: PaperFacts): Parts {
  const { told } = paper
  if (told.type === 'buy') return partsOfBuy(paper, told.buy, writtenAccount(told.paidInto))
  return told.type === 'sell' ? partsOfSell(paper, told.sell) : partsOfWithdrawal(paper, told.withdrawal)
}

function partsOfBuy({ facts, payouts }: PaperFacts, buy: Buy, paidInto: string): Parts {
  const received = sumOf(facts.credits.filter(({ endedAt }) => endedAt === null).map((c) => c.amountMinor))
  const naira = (minor: bigint) => writtenMoney(money('NGN', minor))
  const from: PaperRow[] = [
    { label: 'Paid by', value: buy.payer === null ? 'the payer of the pay link' : writtenHolder(buy.payer) },
    { label: 'Paid into', value: paidInto },
  ]
  if (buy.status === 'refunded') {
    const paid = payouts.filter(isPaid)
    const back = sumOf(paid.map(({ amountMinor }) => amountMinor))
    return {
      sums: {
        headline: naira(back),
        rows: [
          { label: 'Naira received', value: naira(received) },
          { label: 'Naira refunded', value: naira(back) },
        ],
      },
      parties: [
        ...from,
        ...paid.slice(0, 2).map((one) => ({ label: 'Refunded to', value: writtenHolder(one) })),
      ],
    }
  }
  return {
    sums: {
      headline: naira(received),
      rows: [
        { label: 'Naira received', value: naira(received) },
        { label: 'Fee', value: writtenMoney(buy.fee) },
        { label: 'Tokens delivered', value: writtenMoney(money('NGNC', received - buy.fee.minor)) },
      ],
    },
    parties: [...from, destination(buy.wallet)],
  }
}

function partsOfSell({ facts, payouts }: PaperFacts, sell: Sell): Parts {
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
      sums: {
        headline: writtenMoney(tokens),
        rows: [{ label: 'Tokens returned', value: writtenMoney(tokens) }],
      },
      parties: [from, destination(sell.wallet)],
    }
  }
  const paid = payouts.filter(isPaid)
  const naira = money('NGN', sumOf(paid.map(({ amountMinor }) => amountMinor)))
  return {
    sums: {
      headline: writtenMoney(naira),
      rows: [
        { label: 'Tokens received', value: writtenMoney(tokens) },
        { label: 'Fee', value: writtenMoney(sell.fee) },
        { label: 'Naira paid out', value: writtenMoney(naira) },
      ],
    },
    parties: [from, ...paid.slice(0, 2).map((one) => ({ label: 'Paid to', value: writtenHolder(one) }))],
  }
}

function partsOfWithdrawal(_: PaperFacts, { amount, wallet }: Withdrawal): Parts {
  return {
    sums: {
      headline: writtenMoney(amount),
      rows: [{ label: 'Tokens sent', value: writtenMoney(amount) }],
    },
    parties: [{ label: 'Tokens from', value: 'the balance of the business' }, destination(wallet)],
  }
}

/** Returns the ids under which a bank or a network knows the payments. */
function proofOf({ facts, payouts }: PaperFacts, explorers: Explorers): PaperSection[] {
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
  const pages = new Set(onNetworks.flatMap(({ link }) => (link === null ? [] : [new URL(link).host])))
  const rows = [
    ...listed(
      'Bank session id',
      sessions.map((session) => printable(session)),
    ),
    ...onNetworks,
    ...[...pages].map((page) => ({ label: 'Explorer', value: page })),
  ]
  return rows.length === 0 ? [] : [{ heading: 'Proof', rows }]
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
