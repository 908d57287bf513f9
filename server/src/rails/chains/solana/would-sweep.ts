import type { SweepItem } from '../../../movements/treasury/sweep-chain.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { type Token, tokenAccountFor } from './lane-message.ts'
import { readAccounts } from './read-accounts.ts'
import { readTokenAccount } from './token-account.ts'

/**
 * Whether a call for these would be carried out: each is open, is not frozen and holds exactly what it is swept of, because it is closed with that.
 * One that is not so would undo the call for all of them.
 */
export async function wouldSweep(
  { rpc, token, treasury }: Readonly<{ rpc: JsonRpc; token: Token; treasury: string }>,
  items: readonly SweepItem[],
  signal: AbortSignal,
): Promise<boolean> {
  const addresses = [await tokenAccountFor(token, treasury), ...items.map(({ address }) => address)]
  const { accounts } = await readAccounts(rpc, addresses, 'confirmed', signal)
  const [target, ...found] = accounts.map((account) => readTokenAccount(account, token.tokenProgram))
  if (target === undefined || target.isFrozen) return false
  return items.every(({ units }, place) => {
    const account = found[place]
    // What is empty can be closed even where it is frozen; what is frozen cannot be emptied.
    return account !== undefined && account.units === units && !(account.isFrozen && units > 0n)
  })
}
