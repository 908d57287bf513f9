import type { Address, EncodedAccount } from '@solana/kit'

type Version = Readonly<{ slot: number; account: EncodedAccount | undefined }>

/** What accounts were after each slot that changed them, for whoever wants to know only what cannot be undone. */
export function createAccountHistory() {
  const versions = new Map<Address, readonly Version[]>()
  return {
    note: (address: Address, slot: number, account: EncodedAccount | undefined): void => {
      const before = (versions.get(address) ?? []).filter((version) => version.slot !== slot)
      versions.set(
        address,
        [...before, { slot, account }].toSorted((one, other) => one.slot - other.slot),
      )
    },
    at: (address: Address, slot: number): EncodedAccount | undefined =>
      versions.get(address)?.findLast((version) => version.slot <= slot)?.account,
  }
}
