import { type Beneficiary, beneficiaryKey, usualName } from './beneficiary.ts'
import type { Payout } from './payout.ts'
import type { Recipient } from './recipient.ts'

/** Stores payouts, recipients and beneficiaries. */
export function createPayoutStore() {
  const payouts = new Map<string, Payout>()
  const byReference = new Map<string, string>()
  const byVendorId = new Map<string, string>()
  const byLine = new Map<string, string>()
  const byAccount = new Map<string, string[]>()
  const lastTo = new Map<string, number>()
  const recipients = new Map<string, Recipient>()
  const recipientsOf = new Map<string, string>()
  const named = new Map<string, Beneficiary>()

  const get = (id: string | undefined) => (id === undefined ? undefined : payouts.get(id))

  return {
    nextSeq: () => payouts.size + 1,
    put: (payout: Payout) => {
      if (!payouts.has(payout.id)) {
        byReference.set(`${payout.account}/${payout.reference}`, payout.id)
        byVendorId.set(payout.vendorId, payout.id)
        const list = byAccount.get(payout.account)
        if (list === undefined) byAccount.set(payout.account, [payout.id])
        else list.push(payout.id)
        lastTo.set(destination(payout), payout.createdAt)
      }
      for (const line of payout.lines) byLine.set(line, payout.id)
      payouts.set(payout.id, payout)
    },
    get,
    all: () => [...payouts.values()],
    count: () => payouts.size,
    find: (account: string, reference: string) => get(byReference.get(`${account}/${reference}`)),
    byVendorId: (vendorId: string) => get(byVendorId.get(vendorId)),
    ofLine: (line: string) => get(byLine.get(line)),
    /** Oldest first. */
    idsOf: (account: string): readonly string[] => byAccount.get(account) ?? [],
    /** Returns when this account last paid this amount to this beneficiary, with any reference. */
    lastTo: (order: Destination) => lastTo.get(destination(order)),
    nextRecipient: () => recipients.size + 1,
    putRecipient: (recipient: Recipient) => {
      recipients.set(recipient.code, recipient)
      recipientsOf.set(`${recipient.account}/${recipient.bank}/${recipient.number}`, recipient.code)
    },
    recipient: (code: string) => recipients.get(code),
    recipientAt: (account: string, bank: string, number: string) =>
      recipients.get(recipientsOf.get(`${account}/${bank}/${number}`) ?? ''),
    putBeneficiary: (beneficiary: Beneficiary) => {
      named.set(beneficiaryKey(beneficiary.bank, beneficiary.number), beneficiary)
    },
    beneficiary: (bank: string, number: string): Beneficiary =>
      named.get(beneficiaryKey(bank, number)) ?? { bank, number, name: usualName(number), status: 'open' },
    clear: () => {
      const indexes = [payouts, byReference, byVendorId, byLine, byAccount, lastTo]
      for (const index of [...indexes, recipients, recipientsOf, named]) index.clear()
    },
  }
}

type Destination = Pick<Payout, 'account' | 'bank' | 'number' | 'kobo'>

function destination({ account, bank, number, kobo }: Destination): string {
  return `${account}/${bank}/${number}/${kobo}`
}
