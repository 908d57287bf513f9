import type { FaultName } from '../faults/catalogue.ts'
import type { PayoutAccount } from '../ledger/account.ts'
import type { SimulatedBank } from '../simulated-bank.ts'
import { usualName } from './beneficiary.ts'

export type NameAnswer = Readonly<
  { kind: 'found'; name: string } | { kind: 'not_found' } | { kind: 'unavailable' }
>

/** Answers name enquiries. Earlier enquiries are remembered until the process ends. */
export function createNameEnquiry(bank: SimulatedBank) {
  const asked = new Set<string>()

  const enquire = (by: PayoutAccount, bankKey: string, number: string): NameAnswer => {
    const { rules, payouts } = bank
    const has = (fault: FaultName) =>
      rules.isSet(fault) &&
      rules.strikes(fault, { vendor: by.vendor, account: by.number, number }) !== undefined
    const key = `${bankKey}/${number}`
    const isAgain = asked.has(key)
    asked.add(key)
    if (has('name_unavailable')) return { kind: 'unavailable' }
    const { name, status } = payouts.beneficiary(bankKey, number)
    if (status === 'missing' || !/^\d{10}$/.test(number) || has('name_not_found'))
      return { kind: 'not_found' }
    if (has('name_other') || (isAgain && has('name_changed'))) return found(usualName(`${number} other`))
    if (has('name_truncated')) return found(name.slice(0, 12))
    if (has('name_reordered')) return found(name.split(' ').toReversed().join(' '))
    return found(has('name_spaced') ? `${name.toLowerCase().replaceAll(' ', '  ')} ` : name)
  }
  return { enquire, clear: () => asked.clear() }
}

export type NameEnquiry = ReturnType<typeof createNameEnquiry>

function found(name: string): NameAnswer {
  return { kind: 'found', name }
}
