import type { TokenLog } from '../../../movements/deposits/deposit-chain.ts'
import type { BalanceChange, LandedTransaction } from './landed-transaction.ts'

export type DepositWords = Readonly<{
  mint: string
  /** The wallet that tokens are swept to, and its account for the token. */
  treasury: string
  treasuryAccount: string
}>

/**
 * What a transaction did at deposit accounts: how much each had before and after, whatever instructions of whatever programs brought it there.
 * Who sent it is the owner of the account that lost most; who only minted has paid for the transaction.
 */
export function depositLogs(
  landed: LandedTransaction,
  isDeposit: (address: string) => boolean,
  { mint, treasury, treasuryAccount }: DepositWords,
): readonly Omit<TokenLog, 'blockHash'>[] {
  if (landed.error !== undefined) return []
  const { signature, slot, changes, feePayer } = landed
  const nameOf = ({ address, owner }: BalanceChange): string =>
    address === treasuryAccount ? treasury : (owner ?? address)
  return changes
    .filter(({ address }) => isDeposit(address))
    .map((change) => {
      const other = farthest(changes, change)
      const party = other === undefined ? feePayer : nameOf(other)
      const [sender, address] = change.units > 0n ? [party, change.address] : [change.address, party]
      const units = change.units > 0n ? change.units : -change.units
      return { txHash: signature, logIndex: change.place, block: slot, token: mint, sender, address, units }
    })
}

/** Of those that changed the other way, the one that did so most. */
function farthest(changes: readonly BalanceChange[], { units }: BalanceChange): BalanceChange | undefined {
  return changes
    .filter((change) => change.units > 0n !== units > 0n)
    .toSorted((one, other) => (size(one) > size(other) ? -1 : 1))[0]
}

function size({ units }: BalanceChange): bigint {
  return units < 0n ? -units : units
}
