import type { Line, Payer } from './ledger/line.ts'

type Habit = Readonly<{
  /** Whether this answer of the vendor masks the number when there is no fault. */
  masks: boolean
  maskWith: string
}>

/** Returns the payer as an answer shows it. The faults of the line decide first, then the vendor's habit. */
export function showPayer({ payer, faults }: Line, { masks, maskWith }: Habit): Payer {
  if (faults.includes('payer_blank')) return { accountNumber: '', name: '', bankCode: '', bankName: '' }
  if (faults.includes('payer_null')) return { ...payer, accountNumber: ' ', name: 'null', bankName: '' }
  const isMasked = faults.includes('payer_masked') || (masks && !faults.includes('payer_full'))
  return isMasked ? { ...payer, accountNumber: mask(payer.accountNumber, maskWith) } : payer
}

function mask(accountNumber: string, sign: string): string {
  const last = accountNumber.slice(-4)
  return sign.repeat(accountNumber.length - last.length) + last
}
