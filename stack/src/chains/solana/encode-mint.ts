import { address, some } from '@solana/kit'
import { getMintEncoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'

const RENT_LAMPORTS = 1_461_600

/** A mint as the token program keeps it. Its supply is more than is ever handed out, because balances are set and not minted. */
export function encodeMint(decimals: number, authority: string): object {
  const holder = some(address(authority))
  const data = getMintEncoder().encode({
    mintAuthority: holder,
    supply: 10n ** 18n,
    decimals,
    isInitialized: true,
    freezeAuthority: holder,
  })
  return {
    lamports: RENT_LAMPORTS,
    owner: TOKEN_PROGRAM_ADDRESS,
    data: Buffer.from(data).toString('hex'),
  }
}
