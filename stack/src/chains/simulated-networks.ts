import { type EvmNetworkName, type GasAsset, networkNamed } from '@afara/server/kernel/networks.ts'

/** The stack's settings of an EVM chain. Everything else comes from the facts about the network. */
type ChainSettings = Readonly<{
  name: EvmNetworkName
  /** Decimals of the token. */
  decimals: number
  /** Port of the chain in `npm run dev`, if it is free. */
  port: number
}>

export type SimulatedNetwork = ChainSettings &
  Readonly<{
    /** The chain id of the test network that this chain represents. */
    chainId: number
    gasAsset: GasAsset
  }>

/**
 * The EVM chains of every stack, by the name of the service that runs them. Tokens have 6 decimals on one and 18 on the
 * other, like the naira tokens on the market.
 */
export const simulatedNetworks = {
  polygon: simulate({ name: 'Polygon', decimals: 6, port: 8545 }),
  avalanche: simulate({ name: 'Avalanche', decimals: 18, port: 8546 }),
}

function simulate(settings: ChainSettings): SimulatedNetwork {
  const { chainIds, gasAsset } = networkNamed(settings.name)
  return { ...settings, chainId: chainIds.test, gasAsset }
}

/** Returns the network with this name in the API. */
export function simulatedNetworkNamed(name: string): SimulatedNetwork {
  const found = Object.values(simulatedNetworks).find((network) => network.name === name)
  if (found === undefined)
    throw new Error(
      `The stack has no settings for an EVM network ${name}: add them to stack/src/chains/simulated-networks.ts.`,
    )
  return found
}

/** Address of the first contract of anvil's first account, the same on every chain. */
export const TOKEN_ADDRESS = '0x5FbDB2315678afecb367f032d93F642f64180aa3'

/** Address of the second contract of anvil's first account, the deposit factory, the same on every chain. */
export const FACTORY_ADDRESS = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'

/** The factory sweeps to this address, which is that of the first lane. Its key is the first one in `laneKeys`. */
export const TREASURY_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Pays the gas of sweeps and holds nothing else. It is anvil's tenth account. */
export const SWEEPER_ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/** Solana in stacks that start it. Its first lane is also the treasury. */
export const simulatedSolana = {
  name: 'Solana',
  decimals: 6,
  gasAsset: 'SOL',
  mint: 'EkiYcxu5AiHgdCGDmgc5Y4wuvp7rdg6mkNH3DnArnbdN',
  mintAuthority: '3sKUigMQ8KRnTJCFfRzJzhBWPVAX3jy2Ktz3ccAdSoXV',
  tokenProgram: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  markerSecret: '2d1a10d5979979a215b8df92820833448496e158b6645b06c9222e7f8ec50579',
  lane: 'HTdbYStpgvA8VuSMR3JMgJq4wZu1QJwENnYCPy2bKoHm',
  sweeper: 'Cs4b7ShVtAM5cKtDdrHhpaisWPtEhNdMEqMd8PHdmre8',
  /** A customer's wallet, as a destination. */
  customer: '4hc8Tr26DcgTdyTW6ao9pdhuAmhwZALxwLgTg4fLGFFR',
  /** The first slot of the node that has a block. */
  firstBlock: 31,
} as const

const CHANNELS = [
  'GBOPYTOAM4ZE55TVYS6ZSKQ64UDX7JNXG3IJBJJH6UQVJCTITZ6HUPKZ',
  'GAPHVRLMQQ6VM43LTXYIKTS65WZ72OJ4RUGP7ST7RZ4SNCVBMTZHCZ3E',
  'GA3POBQT5X7QMSWCL7CFI5KH73SSIPOIQRB3ACHIUZ4GU6QJIPE37C2D',
  'GBQUNVK2F4CXEOOM5CXQZ355J363FZGTC4B6WAOIAGSAS6DWALVV3QGY',
  'GDN6BAAEZJAVK5TMEIFU2QFNXX7544UPZ333YBVANPOX4GNPLDHOYH4K',
  'GD4ZESZCSFLBOGSX6JV6HK7R6FAOXEUNBCVEK5VOTC4GFFSPKLCVRWZP',
  'GDXCWD4X22LZYCIC4OWU5PF7Y4FSSI4Z72FOQ642DJTDPO6U4RM3SUGC',
  'GBWIW2KMAQKVEXSKEWB2S4KZZZIFJ33ZRSXGLW5VDMSGK72X7PPAZ73G',
]

const ISSUER = 'GACST3ITRV4LEHZZWMUEWPJ6P7WLUYPRY46X4DDMIU4U3SG5XMRJVJ5X'

/** Stellar in stacks that start it. Its first lane is also the treasury. */
export const simulatedStellar = {
  name: 'Stellar',
  decimals: 7,
  gasAsset: 'XLM',
  passphrase: 'Test SDF Network ; September 2015',
  issuer: ISSUER,
  asset: `NGNC:${ISSUER}`,
  lane: 'GBA7YY5WJQTVAAETSI64JP7FEPVK23H6WDWK4VCDR3FV4SWRVDXVJMGO',
  /** Accounts whose sequence numbers, from `base` on, are the lane's locks. */
  channels: CHANNELS.map((address, place) => ({
    address,
    base: 1_000_000n,
    key: `test-stellar-channel-${place + 1}`,
  })),
  sweeper: 'GDWAZFKUB5KTQE5KUONDEO2BGHHDOASPNKK3OTBKZKC73XSCELFIYULW',
  /** A customer's wallet that trusts the asset, as a destination. */
  customer: 'GBSOON5KBBV55ESN2ZUD4AGSWT564ER62UGV3PBJ4FOVJ54VBRN6RKG6',
  /** The sweeper's sequence numbers start after this one. */
  sweeperBase: 1_000_000n,
  firstLedger: 1,
} as const

/**
 * Private keys that are public, from anvil's manual or defined here. They protect nothing, and the signer accepts them only in test mode.
 * The keys of Solana and Stellar are hashes of the keys' names.
 */
export const laneKeys: Readonly<Record<string, `0x${string}`>> = {
  'test-lane-1': '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  'test-lane-2': '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  'test-sweeper': '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  'test-solana-lane-1': '0xa09eceb3bed1540487b74634da252fa3392ff94ae051f8c36f6d50cfc68f6a1d',
  'test-solana-sweeper': '0x379e2852f0a880f0d4676e9b9ba0f6ea13360bce607073c1312dd3b4b03b5b62',
  'test-stellar-lane-1': '0xd1bde3d4e92daeb9cb158266aa409c0b921c77f8109f2ab67371ef336eb7c4ce',
  'test-stellar-channel-1': '0x1354b898052f2a3f288215fe9bde290d1b3949c57573e4e37cda1882ba384f21',
  'test-stellar-channel-2': '0xbe039c4fe527a9987527679c77d0b57546d3d7003985e0d9447314acc10ca437',
  'test-stellar-channel-3': '0x2a31483a1522e357133c10aae21d36a79215dea9434b88d60eb72931f1b115b5',
  'test-stellar-channel-4': '0x726b759818256df96d99aad1ab5218fefac2549d63a4ae3004b16dd20b6f424b',
  'test-stellar-channel-5': '0x53d1c3e60a65a365c600b8173f55acef4f0be56318ad3c30114bce6a8a2000ba',
  'test-stellar-channel-6': '0xbbf678f3749e6cfb8d4328d9b158f2099428febf04e561871d79d42df8b56367',
  'test-stellar-channel-7': '0xba2a89891f6496fd2dbd8a3d26e10db8f9ff86cbff0c3a69d4eb4de5bf1b9efa',
  'test-stellar-channel-8': '0x80ba683bf6d2e611a80cef57f08eaffc2114e14f6f70adee74da56c9a59f36db',
  'test-stellar-sweeper': '0x34b7c8215288c9d9158f3007da55c204b261a79cb06adb1ab7141959ceff06e7',
}

/** Keys of the external token issuer. None of our processes has them. Tests use them to send tokens to their customers. */
export const issuerKeys = {
  solana: '0x3647663e5b8181709f5c5c6b8cd2bbd453984c97a81bec5aeebd0b3bbde453f4',
  stellar: '0xcc1e07e9848c38bae359b84b524869628dad126478770664be2ffd162dfe1ab8',
} as const

/** Keys of the customers' wallets. */
export const customerKeys = {
  solana: '0x174348016ce7c91e1e8ca617ff6b4d231864d7aaafabc572195f1f50b48fea47',
  stellar: '0x7bdd59a403b7d2e25cf5b0629ce6c73f3748ac477799e2312af7e575cbbb57bd',
} as const
