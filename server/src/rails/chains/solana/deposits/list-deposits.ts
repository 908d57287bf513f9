import type { TokenLog } from '../../../../movements/deposits/deposit-chain.ts'
import { readList } from '../../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../../json-rpc.ts'
import type { BalanceChange, LandedTransaction } from '../rpc/landed-transaction.ts'
import { type ListedSignature, readListed } from '../rpc/rpc-values.ts'
import { toSlotNumber } from './read-blocks.ts'

export type DepositAccounts = Readonly<{
  mint: string
  /** The wallet to which tokens are swept. `treasuryAccount` is its token account. */
  treasury: string
  treasuryAccount: string
}>

/**
 * Returns the changes of deposit accounts in a transaction. The changes are computed from the balances before and after, so transfers by
 * any instruction of any program count. The sender is the owner of the account that lost most. For minted tokens the sender is the fee
 * payer.
 */
export function depositLogs(
  landed: LandedTransaction,
  isDeposit: (address: string) => boolean,
  { mint, treasury, treasuryAccount }: DepositAccounts,
): readonly Omit<TokenLog, 'blockHash'>[] {
  if (landed.error !== undefined) return []
  const { signature, slot, changes, feePayer } = landed
  const nameOf = ({ address, owner }: BalanceChange): string =>
    address === treasuryAccount ? treasury : (owner ?? address)
  return changes
    .filter(({ address }) => isDeposit(address))
    .map((change) => {
      const other = findCounterparty(changes, change)
      const party = other === undefined ? feePayer : nameOf(other)
      const [sender, address] = change.units > 0n ? [party, change.address] : [change.address, party]
      const units = change.units > 0n ? change.units : -change.units
      return { txHash: signature, logIndex: change.place, block: slot, token: mint, sender, address, units }
    })
}

/** Returns the account with the largest change in the other direction. */
function findCounterparty(
  changes: readonly BalanceChange[],
  { units }: BalanceChange,
): BalanceChange | undefined {
  return changes
    .filter((change) => change.units > 0n !== units > 0n)
    .toSorted((one, other) => (size(one) > size(other) ? -1 : 1))[0]
}

function size({ units }: BalanceChange): bigint {
  return units < 0n ? -units : units
}

type Range = Readonly<{
  from: bigint
  through: bigint
  /** A node that has not reached this slot refuses the request. */
  horizon: bigint
}>

const MAX_LISTED_SIGNATURES = 1_000

/**
 * Lists the successful transactions that name one of these accounts in these slots, each once, oldest slot first. A node that has not
 * reached `horizon` refuses the request. Without this limit, a node that lags would silently omit transactions.
 */
export async function listSignatures(
  rpc: JsonRpc,
  addresses: readonly string[],
  range: Range,
  signal: AbortSignal,
): Promise<readonly ListedSignature[]> {
  const found = new Map<string, ListedSignature>()
  let asked: readonly (readonly [address: string, before: string | undefined])[] = addresses.map(
    (address) => [address, undefined],
  )
  while (asked.length > 0) {
    const answers = await rpc.ask(
      asked.map(([address, before]) => signaturesCall(address, before, range)),
      signal,
    )
    asked = asked.flatMap(([address], place) => {
      const listed = readList(answers[place], 'signatures').map(readListed)
      for (const one of listed)
        if (one.error === undefined && one.slot >= range.from && one.slot <= range.through)
          found.set(one.signature, one)
      const last = listed.at(-1)
      // The list has the newest first, so the next page is older.
      const isMore = last !== undefined && listed.length === MAX_LISTED_SIGNATURES && last.slot >= range.from
      return isMore ? [[address, last.signature] as const] : []
    })
  }
  return [...found.values()].toSorted((one, other) => Number(one.slot - other.slot))
}

function signaturesCall(address: string, before: string | undefined, { horizon }: Range): RpcCall {
  const options = {
    commitment: 'finalized',
    limit: MAX_LISTED_SIGNATURES,
    minContextSlot: toSlotNumber(horizon),
    ...(before === undefined ? {} : { before }),
  }
  return ['getSignaturesForAddress', address, options]
}
