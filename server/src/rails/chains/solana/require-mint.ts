import { OddAnswer } from '../../vendor-json.ts'
import { TOKEN_2022_PROGRAM } from './programs.ts'
import type { Account } from './rpc-values.ts'
import { type Extension, readExtensions } from './token-account.ts'

type Wanted = Readonly<{ mint: string; decimals: number; tokenProgram: string }>

const LENGTH = 82
const DECIMALS_AT = 44
const IS_READY_AT = 45
const FROZEN = 2
const DEFAULT_ACCOUNT_STATE = 6

/** Extensions of Token-2022 that change neither what arrives nor who can take it away: names, groups, and who may close an unused mint. */
const HARMLESS: ReadonlySet<number> = new Set([3, 18, 19, 20, 21, 22, 23])

const names: Readonly<Record<number, string>> = {
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
 * Refuses a mint that is not the one of the settings, or under which a transfer would be something else than so many tokens from one account to
 * another. What is not known to be harmless is refused.
 */
export function requireMint(account: Account | undefined, { mint, decimals, tokenProgram }: Wanted): void {
  if (account === undefined) throw new OddAnswer(`there is no mint at ${mint}`)
  if (account.owner !== tokenProgram) {
    throw new OddAnswer(`the mint ${mint} is of the program ${account.owner}, not ${tokenProgram}`)
  }
  const data = Buffer.from(account.data)
  const isMint = data.length === LENGTH || (data.length > 165 && data[165] === 1)
  if (!isMint || data[IS_READY_AT] !== 1) throw new OddAnswer(`${mint} is no mint`)
  if (data[DECIMALS_AT] !== decimals)
    throw new OddAnswer(`the token has ${data[DECIMALS_AT]} decimals, not ${decimals}`)
  if (tokenProgram !== TOKEN_2022_PROGRAM) return
  const refused = readExtensions(data).find((extension) => !isHarmless(extension))
  if (refused !== undefined) {
    const name = names[refused.type] ?? `extension ${refused.type} of Token-2022`
    throw new OddAnswer(`the mint ${mint} has ${name}, and is not served`)
  }
}

function isHarmless({ type, value }: Extension): boolean {
  return HARMLESS.has(type) || (type === DEFAULT_ACCOUNT_STATE && value[0] !== FROZEN)
}
