import { Account, MuxedAccount } from '@stellar/stellar-sdk'

/** The address of an account that says for whom it is. */
export function muxed(account: string, id: string): string {
  return new MuxedAccount(new Account(account, '0'), id).accountId()
}

/** The account behind an address, and the number in it where there is one. */
export function unmuxed(address: string): Readonly<{ account: string; id?: string }> {
  if (!address.startsWith('M')) return { account: address }
  const known = MuxedAccount.fromAddress(address, '0')
  return { account: known.baseAccount().accountId(), id: known.id() }
}
