import { createHash } from 'node:crypto'
import { assert } from '../../kernel/refusal.ts'
import type { NetworkName, WalletAddressRules } from '../../movements/transfers/wallet-address.ts'
import type { Wallet } from '../../records/transactions/wallet.ts'

/** An address on an EVM network that nobody has the key of. The same words are always the same wallet. */
export function drawWallet(
  rules: WalletAddressRules,
  network: NetworkName,
  ...words: readonly string[]
): Wallet {
  const digest = createHash('sha256').update(words.join('\n')).digest('hex')
  const verdict = rules.judge(network, `0x${digest.slice(0, 40)}`)
  assert(verdict.outcome === 'fine', 'forty hexadecimal digits are an address')
  return { network, address: verdict.address }
}
