import { Account, MuxedAccount } from '@stellar/stellar-sdk'

/** Returns the muxed address of an account, with the id of the recipient in it. */
export function muxed(account: string, id: string): string {
  return new MuxedAccount(new Account(account, '0'), id).accountId()
}

/** Returns the account of an address, and the id in it if there is one. */
export function unmuxed(address: string): Readonly<{ account: string; id?: string }> {
  if (!address.startsWith('M')) return { account: address }
  const known = MuxedAccount.fromAddress(address, '0')
  return { account: known.baseAccount().accountId(), id: known.id() }
}
