import { BASE_FEE } from './check-transaction.ts'
import type { Submitted } from './submitted.ts'

/** The network's immediate answer to a submission. */
export type Admission = 'PENDING' | 'DUPLICATE' | 'TRY_AGAIN_LATER' | 'tx_bad_seq' | 'tx_insufficient_fee'

type Waiting = { submitted: Submitted; ledgersLeft: number }

const LEDGERS_IN_QUEUE = 4
const REPLACES_AT = 10n

/** One transaction per source, as in the network. Only a fee bump that offers ten times the fee replaces a waiting transaction. */
export function createTransactionQueue() {
  const waiting = new Map<string, Waiting>()

  return {
    admit: (submitted: Submitted): Admission | undefined => {
      const current = waiting.get(submitted.source.account)?.submitted
      if (current === undefined) return undefined
      if (isSame(current, submitted)) return 'DUPLICATE'
      if (submitted.sequence < current.sequence) return 'tx_bad_seq'
      if (submitted.bump === undefined || submitted.sequence !== current.sequence) return 'TRY_AGAIN_LATER'
      const isEnough =
        submitted.maxFee * current.feeUnits >= REPLACES_AT * current.maxFee * submitted.feeUnits
      return isEnough ? undefined : 'tx_insufficient_fee'
    },
    put: (submitted: Submitted): void => {
      waiting.set(submitted.source.account, { submitted, ledgersLeft: LEDGERS_IN_QUEUE })
    },
    /** Returns the transactions for the next ledger: all that offer enough. A transaction that was left out four times is dropped. */
    take: (feeEach: bigint = BASE_FEE): Submitted[] => {
      const taken: Submitted[] = []
      for (const [source, entry] of waiting) {
        const { submitted } = entry
        entry.ledgersLeft -= 1
        const offersEnough = submitted.maxFee >= feeEach * submitted.feeUnits
        if (offersEnough) taken.push(submitted)
        if (offersEnough || entry.ledgersLeft === 0) waiting.delete(source)
      }
      return taken
    },
    clear: (): void => waiting.clear(),
    list: (): Submitted[] => [...waiting.values()].map(({ submitted }) => submitted),
  }
}

function isSame(current: Submitted, other: Submitted): boolean {
  return current.hash === other.hash || (current.bump !== undefined && current.innerHash === other.hash)
}
