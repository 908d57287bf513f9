import { OddAnswer } from '../../../vendor-json.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { TOKEN_2022_PROGRAM } from '../addresses/solana-address.ts'
import { MARKER_RENT } from '../locks/markers.ts'
import { type Extension, readExtensions, TOKEN_ACCOUNT_LENGTH, TOKEN_ACCOUNT_RENT } from './read-accounts.ts'
import { type Account, readCount } from './rpc-values.ts'

type Wanted = Readonly<{ mint: string; decimals: number; tokenProgram: string }>

const MINT_LENGTH = 82
const DECIMALS_AT = 44
const IS_READY_AT = 45
const STATE_FROZEN = 2
const DEFAULT_ACCOUNT_STATE = 6

/**
 * Token-2022 extensions that do not affect transfers or who can take tokens: metadata, groups, and the authority to close an unused mint.
 */
const HARMLESS_EXTENSIONS: ReadonlySet<number> = new Set([3, 18, 19, 20, 21, 22, 23])

const extensionNames: Readonly<Record<number, string>> = {
  1: 'a fee on transfers',
  4: 'confidential transfers',
  6: 'accounts that begin frozen',
  9: 'tokens that cannot be transferred',
  10: 'interest',
  12: 'a permanent delegate, who can take tokens from anybody',
  14: 'a hook in transfers',
  16: 'a fee on confidential transfers',
  25: 'amounts that are shown scaled',
  26: 'a switch that pauses it',
}

/**
 * Throws if the mint differs from the settings, or has an extension that could change a plain transfer between two accounts. An extension
 * that is not known to be harmless is refused.
 */
export function requireMint(account: Account | undefined, { mint, decimals, tokenProgram }: Wanted): void {
  if (account === undefined) throw new OddAnswer(`no mint exists at ${mint}`)
  if (account.owner !== tokenProgram) {
    throw new OddAnswer(`the mint ${mint} belongs to the program ${account.owner}, not ${tokenProgram}`)
  }
  const data = Buffer.from(account.data)
  const isMint =
    data.length === MINT_LENGTH || (data.length > TOKEN_ACCOUNT_LENGTH && data[TOKEN_ACCOUNT_LENGTH] === 1)
  if (!isMint || data[IS_READY_AT] !== 1) throw new OddAnswer(`${mint} is not a mint`)
  if (data[DECIMALS_AT] !== decimals)
    throw new OddAnswer(`the token has ${data[DECIMALS_AT]} decimals, not ${decimals}`)
  if (tokenProgram !== TOKEN_2022_PROGRAM) return
  const refused = readExtensions(data).find((extension) => !isHarmless(extension))
  if (refused !== undefined) {
    const name = extensionNames[refused.type] ?? `extension ${refused.type} of Token-2022`
    throw new OddAnswer(`the mint ${mint} has ${name}, which we do not support`)
  }
}

function isHarmless({ type, value }: Extension): boolean {
  return HARMLESS_EXTENSIONS.has(type) || (type === DEFAULT_ACCOUNT_STATE && value[0] !== STATE_FROZEN)
}

/**
 * Throws if the network's rent has risen. Our transactions and the signer's rules contain a fixed rent, so no transaction would succeed.
 */
export async function requireRent(rpc: JsonRpc, signal: AbortSignal): Promise<void> {
  const [ofMarker, ofTokens] = await rpc.ask(
    [
      ['getMinimumBalanceForRentExemption', 0],
      ['getMinimumBalanceForRentExemption', TOKEN_ACCOUNT_LENGTH],
    ],
    signal,
  )
  if (readCount(ofMarker, 'rent') > MARKER_RENT || readCount(ofTokens, 'rent') > TOKEN_ACCOUNT_RENT)
    throw new OddAnswer('the rent of an account is higher than the rent that our transactions pay')
}
