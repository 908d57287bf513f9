import { seedAddress } from './solana-address.ts'

const CHARACTERS = 32

/** The token account that a salt has, made of the sweeper. */
export function depositAccount(
  { address, tokenProgram }: Readonly<{ address: string; tokenProgram: string }>,
  salt: string,
): string {
  return seedAddress(address, depositSeed(salt), tokenProgram)
}

/** The network takes no longer text than this. */
export function depositSeed(salt: string): string {
  return salt.slice(2, 2 + CHARACTERS)
}
