export type AccountReferences = Readonly<{
  ofNumber(accountNumber: string): string
  /** Undefined for a reference that is none of ours. */
  toNumber(reference: string): string | undefined
}>

const USUAL = /^afara-([0-9]{10})$/

/** Monnify speaks of an account by the reference that it was reserved under, and we by its number. */
export function createAccountReferences(named: Readonly<Record<string, string>> = {}): AccountReferences {
  const numbers = new Map(Object.entries(named).map(([number, reference]) => [reference, number]))
  return {
    ofNumber: (accountNumber) => named[accountNumber] ?? `afara-${accountNumber}`,
    toNumber: (reference) => {
      const usual = USUAL.exec(reference)?.[1]
      // An account that was given another reference no longer goes by the usual one.
      const isUsual = usual !== undefined && named[usual] === undefined
      return numbers.get(reference) ?? (isUsual ? usual : undefined)
    },
  }
}
