import type { NetworkName } from '../../kernel/networks.ts'

/** A real service that a reader can try with test keys of their own. */
export type SmokeTarget =
  | Readonly<{
      kind: 'vendor'
      vendor: 'kora' | 'monnify' | 'paystack'
      site: string
      settings: readonly string[]
    }>
  | Readonly<{ kind: 'network'; network: NetworkName; site: string; settings: readonly string[] }>

export const smokeTargets: Readonly<Record<string, SmokeTarget>> = {
  kora: {
    kind: 'vendor',
    vendor: 'kora',
    site: 'https://api.korapay.com',
    settings: ['BANK_TEST_KORA_URL', 'BANK_TEST_KORA_SECRET_KEY', 'BANK_TEST_KORA_ACCOUNTS'],
  },
  monnify: {
    kind: 'vendor',
    vendor: 'monnify',
    site: 'https://sandbox.monnify.com',
    settings: [
      'BANK_TEST_MONNIFY_URL',
      'BANK_TEST_MONNIFY_API_KEY',
      'BANK_TEST_MONNIFY_SECRET',
      'BANK_TEST_MONNIFY_CONTRACT_CODE',
      'BANK_TEST_MONNIFY_POOL',
    ],
  },
  paystack: {
    kind: 'vendor',
    vendor: 'paystack',
    site: 'https://api.paystack.co',
    settings: ['BANK_TEST_PAYSTACK_URL', 'BANK_TEST_PAYSTACK_SECRET_KEY', 'BANK_TEST_PAYSTACK_POOL'],
  },
  'polygon-amoy': evm('Polygon', 'a JSON-RPC node of Amoy'),
  'avalanche-fuji': evm('Avalanche', 'a JSON-RPC node of the C-Chain on Fuji'),
  'solana-devnet': {
    kind: 'network',
    network: 'Solana',
    site: 'https://api.devnet.solana.com',
    settings: names('SOLANA', 'URL', 'MINT', 'DECIMALS', 'MARKER_SECRET'),
  },
  'stellar-testnet': {
    kind: 'network',
    network: 'Stellar',
    site: 'https://horizon-testnet.stellar.org',
    settings: names('STELLAR', 'URL', 'ASSET', 'PASSPHRASE'),
  },
}

function evm(network: 'Polygon' | 'Avalanche', site: string): SmokeTarget {
  return {
    kind: 'network',
    network,
    site,
    settings: names(network.toUpperCase(), 'URL', 'TOKEN', 'DECIMALS'),
  }
}

function names(network: string, ...parts: readonly string[]): string[] {
  return parts.map((part) => `CHAIN_TEST_${network}_${part}`)
}
