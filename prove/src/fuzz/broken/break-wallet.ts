import type { Random } from '../random.ts'
import { withField, withoutFields } from '../requests/draft.ts'
import { stellarKey, walletAddress } from '../requests/wallet-address.ts'
import type { MeaningBreak } from './meaning-break.ts'

const STELLAR_SEED = 18 << 3
const STELLAR_CONTRACT = 2 << 3

type WalletCase = readonly [name: string, code: string, network: string, address: (random: Random) => string]

const cases: readonly WalletCase[] = [
  [
    'a wrong checksum',
    'wallet_address_invalid',
    'Polygon',
    () => '0x8ba1f109551bD432803012645Ac136ddd64DBA7a',
  ],
  [
    'an incomplete address',
    'wallet_address_invalid',
    'Avalanche',
    (random) => walletAddress(random, 'Avalanche').slice(0, -1),
  ],
  [
    'a character that only looks right',
    'wallet_address_invalid',
    'Polygon',
    (random) => walletAddress(random, 'Polygon').replace('0x', '0х'),
  ],
  ['a wallet name (ENS)', 'wallet_address_invalid', 'Polygon', () => 'ada.eth'],
  ['the zero address', 'wallet_address_forbidden', 'Polygon', () => `0x${'0'.repeat(40)}`],
  ['a burn address', 'wallet_address_forbidden', 'Avalanche', () => `0x${'0'.repeat(36)}dead`],
  ['a program', 'wallet_address_forbidden', 'Solana', () => '11111111111111111111111111111111'],
  [
    'a private key',
    'wallet_address_is_secret',
    'Polygon',
    (random) => `0x${random.bytes(32).toString('hex')}`,
  ],
  [
    'a Stellar seed',
    'wallet_address_is_secret',
    'Stellar',
    (random) => stellarKey(STELLAR_SEED, random.bytes(32)),
  ],
  [
    'a contract',
    'wallet_address_unsupported',
    'Stellar',
    (random) => stellarKey(STELLAR_CONTRACT, random.bytes(32)),
  ],
  [
    'an address of Polygon',
    'wallet_address_wrong_network',
    'Stellar',
    (random) => walletAddress(random, 'Polygon'),
  ],
  [
    'an address of Stellar',
    'wallet_address_wrong_network',
    'Polygon',
    (random) => walletAddress(random, 'Stellar'),
  ],
  [
    'an address of Bitcoin',
    'wallet_address_wrong_network',
    'Solana',
    () => 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ],
]

/** Wallets that are incomplete or can never be valid. The reply must not repeat the text that was sent as an address. */
export const walletBreaks: readonly MeaningBreak[] = [
  {
    name: 'a network without an address',
    code: 'wallet_incomplete',
    field: 'wallet_address',
    apply: (draft) => withField(withoutFields(draft, 'wallet_address'), 'network', '"Polygon"'),
  },
  {
    name: 'an address without a network',
    code: 'wallet_incomplete',
    apply: (draft, { random }) =>
      withField(
        withoutFields(draft, 'network'),
        'wallet_address',
        JSON.stringify(walletAddress(random, 'Polygon')),
      ),
  },
  {
    name: 'an unknown network',
    code: 'network_unknown',
    field: 'network',
    apply: (draft, { random }) =>
      withField(
        withField(draft, 'network', '"Tron"'),
        'wallet_address',
        JSON.stringify(walletAddress(random, 'Polygon')),
      ),
  },
  ...cases.map(
    ([name, code, network, address]): MeaningBreak => ({
      name: `${name} on ${network}`,
      code,
      field: 'wallet_address',
      secret: 'wallet_address',
      apply: (draft, { random }) =>
        withField(
          withField(draft, 'network', JSON.stringify(network)),
          'wallet_address',
          JSON.stringify(address(random)),
        ),
    }),
  ),
]
