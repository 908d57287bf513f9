import { SignerUnavailable } from '../../../movements/transfers/signer.ts'
import type { SweepSigner } from '../../../movements/treasury/sweep-signer.ts'
import { createVaultClient, type VaultSettings } from './vault-client.ts'
import { readResults } from './vault-wire.ts'

/** The signer process over HTTP, asked to sweep: it is told which addresses and for how much gas, and makes the rest itself. */
export function createVaultSweeps(settings: VaultSettings): SweepSigner {
  const ask = createVaultClient(settings)
  return {
    async signSweep({ mode, network, nonce, salts, fees }, signal) {
      const answer = await ask('/v1/sweeps', signal, {
        mode,
        network,
        nonce: nonce.toString(),
        salts,
        fees: {
          max_fee_per_gas: fees.maxFeePerGas.toString(),
          max_priority_fee_per_gas: fees.maxPriorityFeePerGas.toString(),
          gas: fees.gas.toString(),
        },
      })
      const [result] = readResults({ results: [(answer as { result?: unknown } | null)?.result] })
      if (result === undefined) throw new SignerUnavailable('the signer answered without result')
      return result
    },
  }
}
