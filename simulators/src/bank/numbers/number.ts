import type { Vendor } from '../vendor.ts'

/** An account number that a vendor issued for one payment, or reserved for a customer. What is paid to it arrives on the account `pool`. */
export type IssuedNumber = Readonly<{
  id: string
  number: string
  vendor: Vendor
  pool: string
  /** The merchant's reference, which is unique at a vendor. */
  reference: string
  /** The vendor's own id of the request. */
  vendorReference: string
  name: string
  /** Null: the vendor was not told which amount is expected. */
  amount: bigint | null
  issuedAt: number
  /** The expiry that the vendor states. */
  statedUntil: number
  /** The true expiry, which may be earlier. */
  until: number
  /** It belongs to a customer: it takes any amount, any number of times, and does not expire. */
  isStanding?: true
}>

/** A payment to a number that the vendor sent back to the payer. */
export type RefusedPayment = Readonly<{ number: string; gross: bigint; at: number; why: NumberRefusal }>

export type NumberRefusal = 'expired' | 'wrong_amount' | 'paid_already' | 'closed'

/** Issued numbers in memory, and the payments that were refused. A number can be issued again: the newest request has it. */
export function createNumberStore() {
  const issued: IssuedNumber[] = []
  const newest = new Map<string, IssuedNumber>()
  const byReference = new Map<string, IssuedNumber>()
  const refused: RefusedPayment[] = []
  const paid = new Map<string, bigint>()
  const closed = new Set<string>()
  return {
    put: (one: IssuedNumber) => {
      issued.push(one)
      newest.set(one.number, one)
      byReference.set(`${one.vendor}:${one.reference}`, one)
    },
    putRefused: (one: RefusedPayment) => {
      refused.push(one)
    },
    /** Notes that a payment for this request was booked. */
    putPaid: (id: string, gross: bigint) => {
      paid.set(id, (paid.get(id) ?? 0n) + gross)
    },
    /** What was paid for a request so far, in kobo. */
    paidTo: (id: string) => paid.get(id) ?? 0n,
    close: (id: string) => {
      closed.add(id)
    },
    /** The merchant gave a standing number back. */
    isClosed: (id: string) => closed.has(id),
    find: (number: string) => newest.get(number),
    findByReference: (vendor: Vendor, reference: string) => byReference.get(`${vendor}:${reference}`),
    /** Returns the number that expired first and has not been issued again. */
    expired: (vendor: Vendor, at: number) =>
      issued.find(
        (one) =>
          one.vendor === vendor &&
          one.isStanding !== true &&
          one.until < at &&
          newest.get(one.number) === one,
      ),
    all: () => issued,
    refused: () => refused,
    clear: () => {
      issued.length = 0
      refused.length = 0
      paid.clear()
      closed.clear()
      newest.clear()
      byReference.clear()
    },
  }
}
