import { writeNaira, writeShortNaira } from '../kobo.ts'
import { lagosStamp } from '../lagos-time.ts'
import { narrate } from '../narration.ts'
import { rawNumber } from '../raw-number.ts'
import { showPayer } from '../show-payer.ts'
import { vendorBanks } from '../vendor.ts'
import type { Telling, Transaction } from '../vendor-face.ts'

type Shown = Readonly<{ status: 'success' | 'processing' | 'reversed'; times?: bigint }>

/**
 * Writes Kora's charge for notifications, queries and lists. `reference` is Kora's and `payment_reference` is the merchant's. Amounts are
 * naira: numbers in `amount` and `fee`, text in `amount_paid`. All ten digits of the payer are shown.
 */
export function writeCharge(
  { account, first }: Transaction,
  telling: Telling,
  { status, times = 1n }: Shown,
): Record<string, unknown> {
  const payer = showPayer(first, { masks: false, maskWith: '*' })
  const paid = first.gross * times
  return {
    reference: first.reference,
    payment_reference: first.own?.reference ?? first.reference,
    currency: 'NGN',
    amount: rawNumber(writeShortNaira(paid)),
    amount_paid: writeNaira(paid),
    amount_expected: writeNaira(BigInt(first.own?.askedKobo ?? paid)),
    fee: rawNumber(writeShortNaira(first.fee + first.vat)),
    status,
    transaction_status: status,
    payment_method: 'bank_transfer',
    description: first.narration ?? (first.remark === '' ? narrate('nip_trf', first) : first.remark),
    transaction_date: writeTime(first.bookedAt, telling),
    virtual_bank_account_details: {
      payer_bank_account: {
        bank_name: payer.bankName,
        account_name: payer.name,
        account_number: payer.accountNumber,
      },
      virtual_bank_account: {
        bank_name: vendorBanks.kora.name,
        account_number: first.own?.number ?? account.number,
        account_name: account.name,
        permanent: first.own === undefined,
      },
    },
  }
}

function writeTime(ms: number, { skewMs, isZoneLost }: Telling): string {
  return isZoneLost ? lagosStamp(ms + skewMs) : `${new Date(ms + skewMs).toISOString().slice(0, 19)}.000Z`
}
