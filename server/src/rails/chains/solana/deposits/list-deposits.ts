import type { TokenLog } from '../../../../movements/deposits/deposit-chain.ts'
import { readList } from '../../../vendor-json.ts'
import type { JsonRpc, RpcCall } from '../../json-rpc.ts'
import type { BalanceChange, LandedTransaction } from '../rpc/landed-transaction.ts'
import { type ListedSignature, readListed } from '../rpc/rpc-values.ts'
import { toSlotNumber } from './read-blocks.ts'

export type DepositAccounts = Readonly<{
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

/** Of those that changed the other way, the one that did so most. */
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
  /** A node that has not come so far is not asked. */
  horizon: bigint
}>

const MAX_LISTED_SIGNATURES = 1_000

/**
 * The transactions that name one of these accounts in these slots and did not fail, each once and the oldest slot first. A node that is far behind refuses, where it would
 * else leave some out without a word.
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
      // Newest first: what comes next is older still.
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
