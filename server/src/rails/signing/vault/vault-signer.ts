import {
  type SignAnswer,
  type Signer,
  SignerUnavailable,
  type SignRequest,
} from '../../../movements/transfers/signer.ts'
import { isSameWallet } from './same-wallet.ts'
import { createVaultClient, type VaultSettings } from './vault-client.ts'
import { createVaultJournal } from './vault-journal.ts'
import { readLocks, readResults, writeRequests } from './vault-wire.ts'

/** The signer process over HTTP. Whatever is not a whole answer about every request is no answer. */
export function createVaultSigner(settings: VaultSettings): Signer {
  const ask = createVaultClient(settings)
  return {
    ...createVaultJournal(ask),
    async sign(requests: readonly SignRequest[], signal: AbortSignal): Promise<readonly SignAnswer[]> {
      if (requests.length === 0) return []
      const results = readResults(await ask('/v1/sign', signal, writeRequests(requests)))
      if (results.length !== requests.length) {
        throw new SignerUnavailable(`the signer answered ${results.length} of ${requests.length} requests`)
      }
      return results
    },
    async nextLock({ mode, network, address }, signal): Promise<bigint> {
      const lanes = readLocks(await ask('/v1/locks', signal))
      return (
        lanes.find(
          (lane) => lane.mode === mode && lane.network === network && isSameWallet(lane.address, address),
        )?.nextLock ?? 0n
      )
    },
  }
}
