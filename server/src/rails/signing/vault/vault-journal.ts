import type { JournalAttempt, JournalLock, SignerJournal } from '../../../movements/transfers/signer.ts'
import { readHeadCount, readRecords, type VaultIntent, type VaultRecord } from './journal-wire.ts'
import { isSameWallet } from './same-wallet.ts'
import type { AskVault } from './vault-client.ts'

// A page of the signer's.
const PAGE = 500
// Locks are written down almost in their order: one that waited for its bytes may come a little later than the next ones.
const OUT_OF_ORDER = 1_000n

/**
 * Reads the signer's journal from its end backwards, as far as the wanted locks go: what has to be looked up after a restore is
 * recent, and the journal has everything that was ever signed.
 */
export function createVaultJournal(ask: AskVault): SignerJournal {
  return {
    async readLocks({ mode, network, address }, from, signal) {
      const isOfLane = ({ lock }: VaultIntent): boolean =>
        lock.mode === mode && lock.network === network && isSameWallet(lock.address, address)
      const records: VaultRecord[] = []
      let end = readHeadCount(await ask('/v1/locks', signal))
      for (let isEnough = false; end > 0 && !isEnough; ) {
        const after = Math.max(0, end - PAGE)
        const page = readRecords(await ask(`/v1/journal?after=${after}&most=${end - after}`, signal))
        records.unshift(...page)
        isEnough = page.some(
          (record) => 'lock' in record && isOfLane(record) && record.lock.lock < from - OUT_OF_ORDER,
        )
        end = after
      }
      return gather(records, (intent) => isOfLane(intent) && intent.lock.lock >= from)
    },
  }
}

/** By lock, with the bytes that were signed for each intent. */
function gather(records: readonly VaultRecord[], isWanted: (intent: VaultIntent) => boolean): JournalLock[] {
  const signed = new Map(records.flatMap((record) => ('of' in record ? [[record.of, record]] : [])))
  const byLock = new Map<bigint, VaultIntent[]>()
  for (const record of records) {
    if (!('lock' in record) || !isWanted(record)) continue
    const { lock } = record.lock
    byLock.set(lock, [...(byLock.get(lock) ?? []), record])
  }
  return [...byLock]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([lock, intents]) => {
      const pay = intents.find(({ action }) => action === 'pay')
      const told = pay ?? intents[0]
      if (told === undefined) return []
      return [
        {
          lock,
          rightKey: told.right,
          transferId: told.transfer_id,
          rightId: told.right_id,
          transactionId: told.transaction_id,
          to: told.to,
          tokensMinor: pay?.tokens_minor ?? 0n,
          credits: told.credits,
          attempts: attemptsOf(intents, (n) => signed.get(n)),
        },
      ]
    })
}

function attemptsOf(
  intents: readonly VaultIntent[],
  signedFor: (n: number) => Readonly<{ raw: Uint8Array; tx_hash: string }> | undefined,
): JournalAttempt[] {
  const attempts: JournalAttempt[] = []
  let hasPay = false
  for (const { n, action } of intents) {
    const bytes = signedFor(n)
    // The same bytes may be asked for twice.
    if (bytes === undefined || attempts.some(({ hash }) => hash === bytes.tx_hash)) continue
    const kind = action === 'cancel' ? 'cancel' : hasPay ? 'bump' : 'pay'
    hasPay ||= action === 'pay'
    attempts.push({ kind, raw: bytes.raw, hash: bytes.tx_hash })
  }
  return attempts
}
