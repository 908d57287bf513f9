import type { PayState } from './pay-state.ts'

/** Title and explanation of a state. {business}, {amount}, {paid}, {seen} and {left} are replaced with the page's values. */
type StateWords = Readonly<{ title: string; text: string }>

type Words = Readonly<{ [name: string]: string | Words }>

/** All text of the page. */
export const english = {
  language: 'en',
  documentTitle: 'Pay {business} {amount}',
  test: 'Test mode. Do not send real money.',
  payTo: 'Payment to',
  states: {
    waiting: {
      title: 'Waiting for your transfer',
      text: 'Send the exact amount below from any bank app. This page changes by itself when the money arrives.',
    },
    maybe: {
      title: 'A payment has arrived that may be yours',
      text: 'If you have paid, do not pay again: we find out whose payment it is, and this page changes by itself. If you have not paid yet, send the exact amount below.',
    },
    found: {
      title: 'Received. Do not pay again.',
      text: 'We have received {seen} and hold it. We check that it pays {business}; this takes up to a day. If it does not, we return it. You have nothing more to do.',
    },
    short: {
      title: 'Part of it has arrived. Send the rest.',
      text: 'We have received {paid} of {amount}. Send exactly {left} more from the same bank account.',
    },
    paused: {
      title: 'Do not pay now',
      text: 'We cannot accept this payment at the moment. Keep this page open or come back later; it changes when you can pay. If you have paid already, your money is safe.',
    },
    seen: {
      title: 'Received. Do not pay again.',
      text: 'Your bank has sent {paid} and we are checking it. This takes a moment. You have nothing more to do.',
    },
    arrived: {
      title: 'Received, converting now. Do not pay again.',
      text: 'We have received {paid}. Nothing more to do. You can close this page.',
    },
    delivered: {
      title: 'Delivered',
      text: 'You paid {paid} to {business}, and it was delivered. You can close this page.',
    },
    slow: {
      title: 'Received, delivery is delayed. Do not pay again.',
      text: 'We have received {paid}. Delivery is taking longer than usual. You do not have to do anything; this page changes when it is delivered. {business} can tell you more.',
    },
    expired: {
      title: 'This payment has expired',
      text: 'Do not send money any more. If you have paid already, your money is safe: we find your transfer and tell {business}.',
    },
    cancelled: {
      title: 'This payment was cancelled',
      text: '{business} cancelled this payment. Do not pay. If you have paid already, your money is safe: ask {business}.',
    },
    returning: {
      title: 'Your refund is on its way',
      text: 'We are refunding the account you paid from. Most banks take minutes, some take one working day.',
    },
    returned: {
      title: 'Refunded',
      text: 'We refunded the account you paid from. Do not pay here again. Ask {business} for a new payment page.',
    },
    recalled: {
      title: 'Your bank reversed the payment',
      text: 'The bank that sent the transfer took it back. Ask your bank or {business}.',
    },
  },
  steps: { label: 'Progress', pay: 'Transfer', arrived: 'Arrived', delivered: 'Delivered' },
  timeLeft: 'Time left',
  /** Shown after the remaining time, as in "5 min left". */
  left: 'left',
  until: 'until {time}, Lagos time',
  exactly: 'Transfer exactly',
  theRest: 'Send exactly this more',
  kobo: 'The {kobo} kobo identify your payment. Do not round the amount.',
  noKobo: 'Many people pay this amount. Only the narration below identifies your payment.',
  ownNumber: 'This account number is for this payment only. Send exactly this amount to it, once.',
  accountNumber: 'Account number',
  bank: 'Bank',
  accountName: 'Account name',
  code: 'Narration',
  codeNeeded: 'Write this as the narration or remark. Without it we cannot find your payment.',
  codeHint: 'Write this as the narration or remark. It identifies your payment if the amount is wrong.',
  copy: 'Copy',
  copied: 'Copied',
  copyAmount: 'Copy the amount',
  copyNumber: 'Copy the account number',
  copyCode: 'Copy the narration',
  details: 'Account to pay',
  summary: 'This payment',
  amount: 'Amount',
  quote: 'Asking about this payment? Quote',
  copyQuote: 'Copy the reference',
  scan: 'Bank app on your phone? Scan to open this page there.',
  scanAlt: 'QR code that opens this page',
  otherAmount: 'I paid a different amount',
  otherAmountLess:
    'Too little: if you sent the narration {code}, this page asks for the rest in a moment. Wait for that.',
  otherAmountMore: 'Too much, or twice: we return the excess to the account you paid from. Do not pay again.',
  otherAmountAsk: 'Without the narration: contact {business} with your bank receipt. Quote {code}.',
  otherAmountOwn:
    'Too little: your bank gets it back, or this page asks for the rest in a moment. Ask {business} if neither happens. Quote {code}.',
  explorer: 'View on {network}',
  goBack: 'Back to {business}',
  offline: 'No connection. This page updates when you are online again.',
  footer:
    'You pay here by bank transfer only. This page never asks for a card, a PIN or a password. Do not share its link.',
  unknown: {
    title: 'Payment not found',
    text: 'Check that you opened the complete link, or ask the business for a new one. Do not pay.',
  },
  failed: {
    title: 'This page is not available now',
    text: 'Try again in a minute. If you have paid already, your money is safe.',
  },
  tooMany: {
    title: 'Too many requests',
    text: 'Your network opened this page too often. Try again in a minute.',
  },
} satisfies Words & Readonly<{ states: Readonly<Record<PayState, StateWords>> }>

/** Type of each further language. */
export type PayWords = typeof english

/** The page's values, by the placeholder name in a sentence. */
export type KnownWords = Readonly<Record<string, string>>

/** Replaces the placeholders in a sentence. */
export function fill(sentence: string, known: KnownWords): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole)
}
