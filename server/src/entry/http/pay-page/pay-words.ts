import type { PayState } from './pay-state.ts'

/**
 * The words of a state. `label` is the status line. `title` is the headline, for states in which there is nothing to pay. `text` explains.
 * {business}, {amount}, {paid}, {seen} and {left} are replaced with the page's values.
 */
export type StateWords = Readonly<{ label: string; title: string | null; text: string | null }>

type Words = Readonly<{ [name: string]: string | null | Words }>

/** All words of the pay page, of its receipt and of the page that verifies one. */
export const english = {
  language: 'en',
  documentTitle: 'Pay {business} {amount}',
  receivedTitle: 'Received: {amount} to {business}',
  paidTitle: 'Paid: {paid} to {business}',
  test: { name: 'Test mode.', pay: 'Do not send real money.', move: 'No real money moves.' },
  states: {
    waiting: { label: 'Waiting for your transfer', title: null, text: null },
    maybe: {
      label: 'A payment arrived. Is it yours?',
      title: null,
      text: 'If you have paid, do not pay again: we find out whose payment it is. If you have not paid yet, pay as below.',
    },
    short: {
      label: 'Part of it has arrived',
      title: null,
      text: 'We have received {paid} of {amount}. Send the rest, from the same bank account.',
    },
    found: {
      label: 'Received, checking it',
      title: 'We have received {seen}.',
      text: 'We hold it and check that it pays {business}; this takes up to a day. If it does not, we return it. You have nothing more to do.',
    },
    seen: {
      label: 'Received, checking it',
      title: 'We have received {paid}.',
      text: 'We check the payment. You have nothing more to do.',
    },
    arrived: {
      label: 'Received, converting now',
      title: 'We have received {paid}.',
      text: 'Nothing more to do. You can close this page.',
    },
    slow: {
      label: 'Received, delivery is delayed',
      title: 'We have received {paid}.',
      text: 'Delivery is taking longer than usual. You do not have to do anything; this page changes when it is delivered. {business} can tell you more.',
    },
    delivered: { label: 'Delivered', title: '{paid} paid', text: null },
    paused: {
      label: 'Payments are paused',
      title: 'Do not pay now',
      text: 'We cannot accept this payment at the moment. Keep this page open or come back later; it changes when you can pay. If you have paid already, your money is safe.',
    },
    expired: {
      label: 'Expired',
      title: 'This payment has expired',
      text: 'Do not send money any more. If you have paid already, your money is safe: we find your transfer and tell {business}.',
    },
    cancelled: {
      label: 'Cancelled',
      title: 'This payment was cancelled',
      text: '{business} cancelled this payment. Do not pay. If you have paid already, your money is safe: ask {business}.',
    },
    returning: {
      label: 'Refund under way',
      title: 'Your refund is on its way',
      text: 'We are refunding the account you paid from. Most banks take minutes, some take one working day. Do not pay again.',
    },
    returned: {
      label: 'Refunded',
      title: 'Refunded',
      text: 'We refunded the account you paid from. Do not pay here again. Ask {business} for a new payment page.',
    },
    recalled: {
      label: 'Taken back',
      title: 'Your bank reversed the payment',
      text: 'The bank that sent the transfer took it back. Ask your bank or {business}.',
    },
  },
  doNotPayAgain: 'Do not pay again.',
  sendingLabel: 'Converted, delivering now',
  steps: { label: 'Progress', received: 'Received', converted: 'Converted', delivered: 'Delivered' },
  line: {
    arrived: 'Your transfer arrived',
    from: 'From {bank}, account ending {ending}',
    fromBank: 'From {bank}',
    checking: 'We check the payment',
    converting: 'We convert it',
    sending: 'We deliver it to {business}',
    delivered: 'Delivered to {business}',
    by: 'by {time}',
    rightAfter: 'right after',
  },
  doneBy: 'by',
  took: 'took',
  goesBack: 'If we cannot deliver it, all of it goes back to the account it came from.',
  later: {
    title: 'Later than {time}?',
    text: 'You do not have to do anything. We tell {business} the reason, and this page shows what happens next.',
  },
  timeLeft: 'Time left',
  /** Shown after the remaining time, as in "5:12 left". */
  left: 'left',
  until: 'until {time}',
  details: 'Transfer details',
  exactly: 'Transfer exactly',
  theRest: 'Send exactly this more',
  kobo: 'The {kobo} kobo identify your payment: do not round. Pay before {time}, Lagos time.',
  noKobo:
    'Many people pay this amount. Only the narration identifies your payment. Pay before {time}, Lagos time.',
  ownNumber: 'This number is for this one payment and closes at {time}, Lagos time.',
  accountNumber: 'To account number',
  bank: 'Bank',
  accountName: 'Your app will show this name',
  code: 'Narration or remark',
  codeNeeded: 'Narration or remark (needed)',
  copy: 'Copy',
  copied: 'Copied ✓',
  copyAmount: 'Copy the amount',
  copyNumber: 'Copy the account number',
  copyCode: 'Copy the narration',
  changesByItself: 'This page changes by itself when the money arrives.',
  summary: 'This payment',
  amount: 'Amount asked for',
  quote: 'Asking about this payment? Quote',
  copyQuote: 'Copy the reference',
  session: 'Bank session ID',
  copySession: 'Copy the bank session ID',
  paidTo: 'Paid to',
  paidFrom: 'Paid from',
  paidFromEnding: '{bank}, ending {ending}',
  receipt: {
    number: 'Receipt',
    share: 'Share receipt',
    download: 'Download PDF',
    shared: 'Link copied ✓',
    keep: 'Keep the receipt',
    scan: 'Scan to open it on your phone.',
    alt: 'QR code that opens the receipt',
  },
  verify: {
    title: 'Receipt {number}',
    letterTitle: 'Letter {number}',
    real: 'We issued this receipt',
    realLetter: 'We issued this letter',
    completed: 'Completed',
    refunded: 'Refunded',
    session: 'Bank session ID',
    number: 'Number',
    issued: 'Issued',
    compare:
      'The paper must show the same number, amount, names and session ID. If something differs, do not hand over goods or money: the paper was changed.',
    letter: 'The letter asks a bank to trace a payment. It does not prove that anything was paid.',
    changed: 'This payment has changed since the receipt was issued. Do not rely on the receipt.',
    changedTitle: 'Do not rely on this receipt',
    test: 'This is a test. No real money moved.',
  },
  unknownPaper: {
    title: 'We do not know this paper',
    text: 'Check that you scanned the whole code or typed the complete address. If you did, we did not issue it: do not hand over goods or money because of it, and ask the person who gave it to you.',
  },
  scan: {
    title: 'Bank app on your phone?',
    text: 'Scan to open this page there.',
    alt: 'QR code that opens this page',
    first: 'Open your bank app and choose Transfer.',
    second: 'Paste the number, pick the bank, type the amount.',
    third: 'Check the name, then send.',
  },
  sent: {
    ask: 'I have sent it',
    title: 'We do not see it yet',
    maybeTitle: 'We see a payment that may be yours',
    shortTitle: 'We do not see the rest yet',
    close: 'Close',
    looked: 'Last looked at the bank',
    lookedAt: '{time}, {age}',
    notLooked: 'in a moment',
    soFar: 'Received so far',
    ofAmount: '{paid} of {amount}',
    from: 'From',
    whichBank: 'Which bank did you send it from?',
    choose: 'Choose your bank',
    otherBank: 'Another bank',
    show: 'Show',
    usually: 'usually {time}',
    unknownPace: 'Most transfers arrive within a few minutes. Some banks take longer.',
    unknownBankPace:
      'We have seen too few transfers from this bank to say how long it takes. Most arrive within a few minutes.',
    start: 'Sent',
    most: '9 in 10 here by {time}',
    again: 'Do not send it again.',
    calm: 'You can close this page; we keep looking.',
    trace: 'Left your account but not here by {time}? Ask {business}, and quote {code}.',
    seconds: '{n} seconds',
    minutes: '{n} min',
    hours: '{n} h',
    now: 'just now',
    ago: '{time} ago',
  },
  returnTo: {
    title: 'If it goes back',
    why: 'Your bank does not show us the number of the account you paid from. Tell us where to return the money if the payment is not completed.',
    named: 'If the payment is not completed, we return the money to {bank}, account ending {ending}.',
    bank: 'Bank',
    number: 'Account number',
    send: 'Use this account',
    how: 'It must be your own account: its bank must have the name that paid. You cannot change it later.',
    answers: {
      differs: 'This account does not match the payment. Check the number, or use the account you paid from.',
      no_answer: 'The bank does not answer now. Try again in a few minutes.',
      limited: 'Too many tries. Try again tomorrow, or ask the business.',
      closed: 'No account is needed now.',
      bank: 'We do not know this bank. Choose one of the list, or write its full name.',
      number: 'An account number has ten digits.',
    },
  },
  /** Replaces the words of `returnTo` if more arrived than the payment needs. */
  returnExtra: {
    title: 'You get {extra} back',
    why: '{extra} more arrived than this payment needs. Your bank does not show us the number of the account you paid from. Tell us where to return it.',
    named: 'We return {extra} to {bank}, account ending {ending}.',
  },
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
  poweredBy: 'Powered by',
  preview: {
    description: 'Pay {amount} by bank transfer.',
    label: 'Payment by bank transfer',
    amount: 'To pay',
    open: 'Show the account number',
    text: 'Programs that show a preview of a link see this page. Open it to pay.',
  },
  unknown: {
    title: 'We do not know this link',
    text: 'Check that you opened the complete link, or ask the business for a new one. Do not pay until you have it. If you have paid already, your money is safe: ask the business.',
  },
  failed: {
    title: 'This page is not available now',
    text: 'Try again in a minute. If you have paid already, your money is safe. Do not pay again.',
  },
  tooMany: {
    title: 'A short pause',
    text: 'Your network opened this page very often. Try again in a minute. If you have paid already, your money is safe.',
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
