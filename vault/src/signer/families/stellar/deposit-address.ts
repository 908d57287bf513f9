import { readAddress, writeAddress } from './strkey.ts'

/** The number that a salt has: its first eight bytes. */
export function depositId(salt: string): bigint {
  return BigInt(salt.slice(0, 18))
}

/** The sweeper's account with the number of a salt, `M…`. */
export function depositAddress(sweeper: string, salt: string): string {
  const account = readAddress(sweeper)
  if (account === undefined) throw new Error('that is no account of Stellar')
  return writeAddress({ key: account.key, id: depositId(salt) })
}
