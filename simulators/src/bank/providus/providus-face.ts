import { writeShortNaira } from '../kobo.ts'
import { lagosDigits, lagosStamp } from '../lagos-time.ts'
import type { Line } from '../ledger/line.ts'
import { narrate } from '../narration.ts'
import { showPayer } from '../show-payer.ts'
import type { VendorFace, Verdict } from '../vendor-face.ts'
import { providusSignature } from '../vendor-settings.ts'

const verdicts: Readonly<Record<string, Verdict>> = { '00': 'taken', '01': 'taken', '02': 'rejected' }

/** The settlement notification, after Providus's specification. Amounts are texts; times have no zone. */
export const providusFace: VendorFace = {
  writeHook: ({ account, first }, { skewMs }) => {
    const times = first.faults.includes('hook_wrong_amount') ? 10n : 1n
    const payer = showPayer(first, { masks: false, maskWith: '*' })
    return JSON.stringify({
      sessionId: first.shownSessionId ?? '',
      accountNumber: first.own?.number ?? account.number,
      tranRemarks: remarks(first),
      transactionAmount: writeShortNaira(first.gross * times),
      settledAmount: writeShortNaira(first.settled * times),
      feeAmount: writeShortNaira(first.fee),
      vatAmount: writeShortNaira(first.vat),
      currency: 'NGN',
      initiationTranRef: initiationOf(first),
      settlementId: first.reference,
      sourceAccountNumber: payer.accountNumber,
      sourceAccountName: payer.name,
      sourceBankName: payer.bankName.toUpperCase(),
      channelId: '1',
      tranDateTime: lagosStamp(first.bookedAt + skewMs),
    })
  },
  // The signature is the same for every body: it proves the sender, not the content.
  sign: (_, { keyId, secret }) => ({
    'client-id': keyId,
    'x-auth-signature': providusSignature(keyId, secret),
  }),
  judge: (status, answer) => {
    if (status < 200 || status > 299) return 'failed'
    const code = /"responseCode"\s*:\s*"(\d+)"/.exec(answer)?.[1] ?? ''
    return verdicts[code] ?? 'failed'
  },
  writeReference: (at, seq) => `2${lagosDigits(at).slice(2, 8)}${String(seq).padStart(14, '0')}`,
  feeOf: () => ({ fee: 4500n, vat: (4500n * 75n) / 1000n }),
  numbers: { seconds: 1800, refusesOtherAmounts: false, takesTheRest: false },
}

/** A reserved account has no reference of a request. */
export function initiationOf({ own }: Line): string {
  return own === undefined || own.isStanding === true ? '' : own.reference
}

export function remarks(line: Line): string {
  if (line.narration !== null) return line.narration
  return line.faults.includes('payer_null')
    ? `FROM ${line.payer.bankCode}/null/${line.remark}/${line.shownSessionId ?? ''}`
    : narrate('from', line)
}
