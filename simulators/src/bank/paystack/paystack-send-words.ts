import type { Verdict } from '../payouts/judge-order.ts'
import { nipCodes, sayNipCode } from '../payouts/nip-codes.ts'
import type { SendWords } from '../payouts/order-desk.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { refusal } from './paystack-refusal.ts'
import { writeQueued } from './paystack-transfer.ts'

type Words = Readonly<{ status: number; message: string; nextStep: string; isProcessor?: true }>

/** Refusals without a transfer, after Paystack's page of transfer errors. The page explains the refusals; most codes are our own. */
export const paystackRefusals: Readonly<Record<string, Words>> = {
  insufficient_balance: {
    status: 400,
    message: 'Your balance is not enough to fulfil this request',
    nextStep: 'Top up your balance and try again',
  },
  invalid_bank_code: {
    status: 400,
    message: 'Invalid bank code',
    nextStep: 'Use the List Banks endpoint to get the list of all available banks and their codes',
  },
  missing_bank_code: { status: 400, message: 'Bank code is required', nextStep: 'Pass a bank code' },
  missing_account_number: {
    status: 400,
    message: 'Account number is required',
    nextStep: 'Pass an account number',
  },
  invalid_transfer_reference: {
    status: 400,
    message: 'Transfer reference contains illegal characters, or is too short or too long',
    nextStep: 'Use 16 to 50 of a-z, 0-9, - and _',
  },
  recipient_not_found: {
    status: 404,
    message: 'Recipient specified is invalid',
    nextStep: 'Create a recipient',
  },
  invalid_amount: {
    status: 400,
    message: 'The minimum transfer amount is 100 naira, in whole kobo',
    nextStep: 'Pass another amount',
  },
  fraud_watchlist: {
    status: 400,
    message: 'The account number of the recipient is on a fraud watchlist',
    nextStep: 'The recipient should reach out to the bank',
  },
  transfer_unavailable: {
    status: 400,
    message: 'You cannot initiate third party payouts at this time',
    nextStep: 'Reach out to support',
  },
  unregistered_business: {
    status: 400,
    message: 'Transfers are only available to registered businesses',
    nextStep: 'Upgrade your business',
  },
  bank_error: {
    status: 400,
    message: 'There was an unspecified error with the customer bank',
    nextStep: 'The transfer should be retried',
    isProcessor: true,
  },
}

const whys = {
  balance: 'insufficient_balance',
  frozen: 'transfer_unavailable',
  two_minutes: 'bank_error',
  name: 'bank_error',
} as const

export function paystackSendWords(bank: SimulatedBank): SendWords {
  return {
    taken: (payout) => {
      const isOtp = payout.status === 'otp'
      const message = isOtp ? 'Transfer requires OTP to continue' : 'Transfer has been queued'
      return { status: 200, body: { status: true, message, data: writeQueued(bank, payout) } }
    },
    // Following the vendor's advice would pay twice.
    exists: (_, isNotFound) => ({
      status: isNotFound ? 404 : 400,
      body: refusal(
        'Please provide a unique reference. Reference already exists on a transfer',
        'duplicate_transfer_reference',
        'Create a new reference for the new transfer',
      ),
    }),
    refused: (verdict) => sayRefusal(codeOf(verdict)),
    code: (code) => sayRefusal(code),
  }
}

/** Answers with one of the codes above, a code of the national rail, or an unknown code. */
export function sayRefusal(code: string): Readonly<{ status: number; body: object }> {
  const words = paystackRefusals[code]
  if (words !== undefined) {
    const type = words.isProcessor ? 'processor_error' : 'validation_error'
    return { status: words.status, body: refusal(words.message, code, words.nextStep, type) }
  }
  const message = Object.hasOwn(nipCodes, code) ? sayNipCode(code) : 'Transfer could not be completed'
  return { status: 400, body: refusal(message, code, 'Contact support', 'processor_error') }
}

function codeOf(verdict: Extract<Verdict, { kind: 'refuse' }>): string {
  return verdict.why === 'code' ? verdict.code || 'bank_error' : whys[verdict.why]
}
