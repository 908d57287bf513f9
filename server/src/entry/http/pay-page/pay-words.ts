import type { PayState } from './pay-state.ts'

/** What a state is called and what it means for the payer. {business}, {amount}, {paid} and {left} stand for what the page knows. */
type StateWords = Readonly<{ title: string; text: string }>

type Words = Readonly<{ [name: string]: string | Words }>

/** Every word of the page. */
export const english = {
  language: 'en',
  documentTitle: 'Pay {business} {amount}',
  test: 'Test mode: do not pay real money',
  payTo: 'Payment to',
  states: {
    waiting: {
      title: 'Waiting for your transfer',
      text: 'Send the exact amount below from any bank app. This page notices it by itself.',
    },
    short: {
      title: 'Part of it has arrived: send the rest',
      text: '{paid} of {amount} is here. Send exactly {left} more, from the same bank account as before.',
    },
    paused: {
      title: 'Please do not pay right now',
      text: 'This payment cannot be taken at the moment. Keep this page open, or come back later: it shows when you can pay. Have you paid already? Then nothing is lost.',
    },
    seen: {
      title: 'Your transfer is here',
      text: 'The bank shows {amount}. It is being checked, which takes a moment. You do not have to do anything.',
    },
    arrived: {
      title: 'Your payment has arrived',
      text: '{amount} is confirmed, and is being delivered. You can close this page.',
    },
    delivered: {
      title: 'Paid and delivered',
      text: '{amount} was paid to {business}, and everything has arrived. You can close this page.',
    },
    slow: {
      title: 'Your payment is here',
      text: '{amount} has reached us, and takes longer than usual to be delivered. Please do not pay again. This page shows when it is done; {business} can tell you more.',
    },
    expired: {
      title: 'The time for this payment is over',
      text: 'Please do not pay any more. Have you paid already? Then nothing is lost: your transfer is found when the bank shows it, and {business} is told.',
    },
    cancelled: {
      title: 'This payment was cancelled',
      text: '{business} cancelled it. Please do not pay. If you have paid already, nothing is lost: ask {business}.',
    },
    returning: {
      title: 'Your money is on its way back',
      text: 'It goes back to the account that it came from. Banks mostly take minutes for this, and at times a working day.',
    },
    returned: {
      title: 'Your money was sent back',
      text: 'It is in the account that it came from. Please do not pay here any more: ask {business} for a new page.',
    },
    recalled: {
      title: 'Your bank took the payment back',
      text: 'The transfer was reversed by the bank that sent it. Please ask your bank or {business}.',
    },
  },
  steps: { label: 'How far it has got', pay: 'Transfer', arrived: 'Arrived', delivered: 'Delivered' },
  timeLeft: 'Time left',
  /** After the time that is left. */
  left: 'left',
  until: 'until {time} in Lagos',
  exactly: 'Transfer exactly',
  theRest: 'The rest, exactly',
  kobo: 'The {kobo} kobo tell us that the payment is yours. Please do not round.',
  accountNumber: 'Account number',
  bank: 'Bank',
  accountName: 'Account name',
  code: 'Narration',
  codeHint: 'Write this as narration or remark. It finds your payment if the amount is wrong.',
  copy: 'Copy',
  copied: 'Copied',
  copyAmount: 'Copy the amount',
  copyNumber: 'Copy the account number',
  copyCode: 'Copy the narration',
  details: 'Where to send it',
  summary: 'This payment',
  amount: 'Amount',
  quote: 'If you ask about it, quote',
  copyQuote: 'Copy what to quote',
  scan: 'Scan to go on with your phone',
  scanAlt: 'QR code of the address of this page',
  otherAmount: 'I have paid another amount',
  otherAmountLess:
    'Too little: if you wrote the narration {code}, this page asks for the rest within the hour. Please wait for that.',
  otherAmountMore:
    'Too much, or twice: people look at it, and what is too much goes back to the account that it came from. Please do not pay again.',
  otherAmountAsk: 'Without the narration, tell {business}, with the receipt of your bank. Quote {code}.',
  explorer: 'See it on {network}',
  goBack: 'Back to {business}',
  offline: 'No connection. This page goes on by itself when you are online again.',
  footer:
    'Payments here are bank transfers. Nobody asks you for a card, a PIN or a password on this page. Keep its address to yourself.',
  unknown: {
    title: 'There is no such payment',
    text: 'Check that you have opened the whole address, or ask for a new one where you got it. Do not pay anywhere.',
  },
  failed: {
    title: 'This page cannot be shown right now',
    text: 'Please try again in a minute. If you have paid already, nothing is lost.',
  },
  tooMany: {
    title: 'Too many requests',
    text: 'This page was opened very often from your network. Please try again in a minute.',
  },
} satisfies Words & Readonly<{ states: Readonly<Record<PayState, StateWords>> }>

/** A further language is a further one of these. */
export type PayWords = typeof english

/** What the page knows, by the name under which a sentence asks for it. */
export type KnownWords = Readonly<Record<string, string>>

/** Puts what is known into a sentence. */
export function fill(sentence: string, known: KnownWords): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole)
}
