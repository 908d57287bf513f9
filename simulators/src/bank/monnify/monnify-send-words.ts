import type { Verdict } from '../payouts/judge-order.ts'
import { nipCodes, sayNipCode } from '../payouts/nip-codes.ts'
import type { SendWords } from '../payouts/order-desk.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { writeOrdered } from './monnify-disbursement.ts'
import { refusal, success } from './monnify-envelope.ts'

/** Refusals without a disbursement. D07 is documented. The other D-codes are our own, because no document lists them. */
const monnifyRefusals: Readonly<Record<string, string>> = {
  D01: 'Merchant is not permitted to make disbursements',
  D02: 'Insufficient balance',
  D03: 'Invalid source account number',
  D04: 'Invalid destination bank code',
  D05: 'Invalid amount',
  D06: 'Reference already exists',
  D07: 'Duplicate request: same destination and amount within 2 minutes',
  D08: 'Destination account name does not match',
}

const whys = { balance: 'D02', frozen: 'D01', two_minutes: 'D07', name: 'D08' } as const

export function monnifySendWords(bank: SimulatedBank): SendWords {
  return {
    taken: (payout) => ({ status: 200, body: success(writeOrdered(bank, payout)) }),
    exists: () => sayRefusal('D06'),
    refused: (verdict) => sayRefusal(codeOf(verdict)),
    code: (code) => sayRefusal(code),
  }
}

/** Answers with one of the codes above, a code of the national rail, or an unknown code. */
export function sayRefusal(code: string): Readonly<{ status: number; body: object }> {
  const words = monnifyRefusals[code] ?? (Object.hasOwn(nipCodes, code) ? sayNipCode(code) : 'Request failed')
  return { status: code === 'D06' ? 422 : 400, body: refusal(words, code) }
}

function codeOf(verdict: Extract<Verdict, { kind: 'refuse' }>): string {
  return verdict.why === 'code' ? verdict.code || 'D01' : whys[verdict.why]
}
