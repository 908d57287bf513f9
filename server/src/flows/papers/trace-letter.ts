import { formatId } from '../../kernel/ids/ids.ts'
import { money } from '../../kernel/money/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { nigerianBanks } from '../../records/banks/bank-directory.ts'
import type { PayoutTrace } from '../../records/transactions/timeline/timeline-facts-store.ts'
import {
  businessParty,
  headOf,
  type Issuer,
  issuerParty,
  lastChangeOf,
  listed,
  type Paper,
  type PaperRow,
} from './paper.ts'
import { maskedAccount, printable, writtenDay, writtenMoment, writtenMoney } from './paper-text.ts'
import type { PaperFacts } from './read-paper-facts.ts'

/** Statuses in which a buy waits for naira that the payer may have sent. */
const STATUSES_AWAITING_NAIRA = new Set(['pending_payment', 'part_paid', 'expired', 'cancelled'])

/** Writes a letter to the bank that can trace naira: a payment that did not reach us, or a payout that did not reach its beneficiary. */
export function writeTraceLetter(paper: PaperFacts, issuer: Issuer): Paper {
  const { told, facts, payouts } = paper
  const { status } = headOf(told)
  const paid = payouts.findLast(({ moneyBackAt }) => moneyBackAt === null) ?? payouts.at(-1)
  const content =
    paid !== undefined
      ? aboutPayout(paper, paid)
      : told.type === 'buy' && STATUSES_AWAITING_NAIRA.has(status)
        ? aboutPayment(paper, told)
        : undefined
  if (content === undefined) {
    throw new Refusal(
      'trace_letter_not_possible',
      told.type === 'withdrawal'
        ? 'A withdrawal has no bank payment to trace. Its timeline has the hash of its transfer on the network.'
        : `The transaction is ${status}. It has no bank payment to trace.`,
    )
  }
  return {
    ...content,
    title: 'Payment trace request',
    closing: [
      'Please reply to the bearer of this letter and quote our reference. This letter was issued from our records and is valid without a signature: its code leads to our books.',
      [issuer.name, ...(issuer.rcNumber === null ? [] : [`RC ${issuer.rcNumber}`]), issuer.contact]
        .map((part) => printable(part, 60))
        .join(' · '),
    ],
    parties: [issuerParty('From', issuer), businessParty('About a payment to', paper)],
    footer:
      'Our own account numbers show the last four digits only. The session id is the id of the payment in the instant-payment network.',
    isTest: facts.mode === 'test',
    at: lastChangeOf(facts),
  }
}

type Content = Pick<Paper, 'subtitle' | 'addressee' | 'opening' | 'sections' | 'asks'>

type ToldBuy = Extract<PaperFacts['told'], { type: 'buy' }>

function aboutPayment({ facts, businessName, paymentCode }: PaperFacts, { buy, paidInto }: ToldBuy): Content {
  const { payer } = buy
  const bank = payer === null ? undefined : bankOf(payer.bankCode, payer.bankName)
  const seen = facts.credits.filter(({ endedAt }) => endedAt === null)
  const arrived = money(
    'NGN',
    seen.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
  )
  return {
    subtitle: `Our reference ${formatId('transaction', buy.id)}`,
    addressee: [
      'The Manager, Electronic Payments',
      bank ?? 'The sending bank',
      writtenDay(lastChangeOf(facts)),
    ],
    opening: [
      `Your customer reports the payment below to our account. ${
        arrived.minor === 0n
          ? 'We have not received it.'
          : `We have received only ${writtenMoney(arrived)} of it.`
      }`,
    ],
    sections: [
      {
        heading: 'The payment',
        rows: [
          { label: 'Amount', value: writtenMoney(buy.amount) },
          { label: 'Made', value: `on or about ${writtenDay(buy.createdAt)}` },
          ...(payer === null
            ? []
            : [
                { label: 'From account', value: payer.accountNumber, code: true },
                { label: 'Account name', value: printable(payer.accountName ?? 'not known to us', 60) },
              ]),
          { label: 'To account', value: maskedAccount(paidInto.accountNumber), code: true },
          { label: 'Account name', value: printable(paidInto.name, 60) },
          { label: 'At', value: printable(paidInto.bankName, 60) },
          ...(paymentCode === null ? [] : [{ label: 'Narration', value: paymentCode, code: true }]),
          ...listed(
            'Session id received',
            seen.flatMap(({ sessionId }) => (sessionId === null ? [] : [printable(sessionId)])),
          ),
          ...referenceRows(buy, businessName),
        ],
      },
    ],
    asks: [
      'State whether the account was debited, when, and the session id.',
      'If it was debited, state the response of the receiving bank.',
      'If the payment failed, reverse it to your customer and state when.',
    ],
  }
}

function aboutPayout({ told, businessName, facts }: PaperFacts, payout: PayoutTrace): Content {
  const head = headOf(told)
  const amount = money('NGN', payout.amountMinor)
  return {
    subtitle: `Our reference ${payout.reference}`,
    addressee: ['The Manager, Electronic Payments', bankOf(payout.bankCode), writtenDay(lastChangeOf(facts))],
    opening: [
      payout.purpose === 'refund'
        ? 'We refunded the amount below to an account at your bank. The account holder reports that it has not arrived.'
        : 'We paid the amount below to an account at your bank. The beneficiary reports that it has not arrived.',
    ],
    sections: [
      {
        heading: 'The payment',
        rows: [
          { label: 'Amount', value: writtenMoney(amount) },
          { label: 'Sent', value: writtenMoment(payout.sentAt) },
          {
            label: 'Confirmed by our bank',
            value: payout.endedAt === null ? 'not yet' : writtenMoment(payout.endedAt),
          },
          {
            label: 'Session id',
            value: payout.sessionId === null ? 'not known to us' : printable(payout.sessionId),
            code: payout.sessionId !== null,
          },
          { label: 'Payment reference', value: printable(payout.reference), code: true },
          { label: 'To account', value: payout.accountNumber, code: true },
          { label: 'Account name', value: printable(payout.accountName, 60) },
          {
            label: 'From account',
            value: payout.fromEnding === null ? 'an Afara account' : `••••••${payout.fromEnding}`,
          },
          ...referenceRows(head, businessName),
        ],
      },
    ],
    asks: [
      'State whether the account was credited, and when.',
      'If it was not, state where the money is, and credit or return it.',
      'If it was returned, state when, and the session id.',
    ],
  }
}

function referenceRows(
  { id, reference }: Readonly<{ id: string; reference: string }>,
  businessName: string,
): PaperRow[] {
  return [
    { label: 'Our transaction', value: formatId('transaction', id), code: true },
    { label: 'For', value: `${printable(businessName, 60)}, ${printable(reference)}` },
  ]
}

function bankOf(bankCode: string, givenName?: string): string {
  return printable(nigerianBanks.byKey(bankCode)?.name ?? givenName ?? bankCode, 60)
}
