import { getAddressDecoder, isOffCurveAddress, isAddress as isSolanaAddress } from '@solana/addresses'
import { StrKey } from '@stellar/stellar-sdk/base'
import { bytesToHex, getAddress, isAddress as isEvmAddress } from 'viem/utils'
import { expect, test } from 'vitest'
import {
  type WalletAddressSubject,
  walletAddressContract,
} from '../../../test/contracts/wallet-address.contract.ts'
import { createWalletAddressRules } from './wallet-address-rules.ts'

const evmWallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const stellarWallet = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
const muxedWallet = 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'
const solanaWallet = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'

// The token account of the wallet above. It is off the curve, as is the vault of a multisig.
const tokenAccount = 'FGETo8T8wMcN2wCjav8VK6eh3dLk63evNDPxzLSJra8B'

const token = {
  evm: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  stellar: 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
}
const ownWallet = {
  evm: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  stellar: 'GAAZI4TCR3TY5OJHCTJC2A4QSY6CJWJH5IAJTGKIN2ER7LBNVKOCCWN7',
  solana: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knM',
}

const rules = createWalletAddressRules({
  forbidden: {
    Stellar: { tokens: [token.stellar], ownWallets: [ownWallet.stellar] },
    // Settings may spell an address in any valid way. Only the account matters.
    Polygon: { tokens: [token.evm.toLowerCase()], ownWallets: [ownWallet.evm] },
    Avalanche: { tokens: [token.evm], ownWallets: [ownWallet.evm.toLowerCase()] },
    Solana: { tokens: [token.solana], ownWallets: [ownWallet.solana] },
  },
})

const evm: Omit<WalletAddressSubject, 'network'> = {
  rules,
  token: token.evm.toLowerCase(),
  ownWallet: ownWallet.evm,
  fine: [
    // The examples of EIP-55. The first two are valid although all their letters are capitals.
    ['0x52908400098527886E0F7030069857D2E4169EE7', '0x52908400098527886E0F7030069857D2E4169EE7'],
    ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
    ['0xde709f2102306220921060314715629080e2fb77', '0xde709f2102306220921060314715629080e2fb77'],
    ['0x27b1fdb04752bbc536007a920d24acb045561c26', '0x27b1fdb04752bbc536007a920d24acb045561c26'],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    [evmWallet, evmWallet],
    ['0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB', '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'],
    // An address in small letters has no checksum. It is stored in the spelling with a checksum.
    ['0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    // Leading zeros alone do not make an address one of the network's own.
    ['0x00000000219ab540356cbb839cbe05303d7705fa', '0x00000000219ab540356cBB839Cbe05303d7705Fa'],
  ],
  refused: [
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'wallet_address_invalid', /checksum.*Copy it again/],
    ['0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wallet_address_invalid', /checksum.*Copy it again/],
    // EIP-1191, the checksum of other networks.
    ['0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD', 'wallet_address_invalid', /checksum.*Copy it again/],
    ['0x5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'wallet_address_invalid', /capitals only/],
    ['0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wallet_address_invalid', /Write 0x/],
    ['0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED', 'wallet_address_invalid', /Write 0x/],
    ['5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'wallet_address_invalid', /Put 0x before/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe', 'wallet_address_invalid', /40 characters.*39/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd', 'wallet_address_invalid', /40 characters.*41/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg', 'wallet_address_invalid', /0 to 9 or a to f/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ', 'wallet_address_invalid', /space/],
    ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAеd', 'wallet_address_invalid', /look-alike/],
    ['ethereum:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed@137', 'wallet_address_invalid', /alone/],
    ['vitalik.eth', 'wallet_address_invalid', /name of a wallet/],
    ['0x0000000000000000000000000000000000000000', 'wallet_address_forbidden', /zero address/],
    ['0x000000000000000000000000000000000000dEaD', 'wallet_address_forbidden', /burning/],
    ['0x0000000000000000000000000000000000000001', 'wallet_address_forbidden', /network itself/],
    ['0x0000000000000000000000000000000000001010', 'wallet_address_forbidden', /network itself/],
    ['0x0100000000000000000000000000000000000000', 'wallet_address_forbidden', /network itself/],
    ['0x0200000000000000000000000000000000000005', 'wallet_address_forbidden', /network itself/],
    ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'wallet_address_forbidden', /placeholder/],
    [token.evm, 'wallet_address_forbidden', /own contract/],
    ['X-avax1wst8jt3z3fm9ce0z6akj3266zmgccdp03hjlaj', 'wallet_address_wrong_network', /C-Chain/],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'wallet_address_wrong_network', /Tron/],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'wallet_address_wrong_network', /Bitcoin/],
  ],
  meantFor: [
    [stellarWallet, 'Stellar'],
    [muxedWallet, 'Stellar'],
    [solanaWallet, 'Solana'],
  ],
  generate: (bytes) => getAddress(bytesToHex(bytes(20))),
  isAddress: (text) => isEvmAddress(text, { strict: true }),
}

walletAddressContract({ ...evm, network: 'Polygon' })
walletAddressContract({ ...evm, network: 'Avalanche' })

walletAddressContract({
  network: 'Stellar',
  rules,
  token: token.stellar,
  ownWallet: ownWallet.stellar,
  // The examples of SEP-23, here and below.
  fine: [
    [stellarWallet, stellarWallet],
    [muxedWallet, muxedWallet],
    [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLK',
    ],
  ],
  refused: [
    ['GAAAAAAAACGC6', 'wallet_address_invalid', /56 characters but has 13/],
    [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUR',
      'wallet_address_invalid',
      /checksum/,
    ],
    ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZA', 'wallet_address_invalid', /has 57/],
    ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUACUSI', 'wallet_address_invalid', /has 58/],
    ['G47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVP2I', 'wallet_address_invalid', /Copy it again/],
    [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAJLKA',
      'wallet_address_invalid',
      /has 70/,
    ],
    [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVAAAAAAAAAAAAAAV75I',
      'wallet_address_invalid',
      /has 71/,
    ],
    [
      'M47QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
      'wallet_address_invalid',
      /Copy it again/,
    ],
    [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUK===',
      'wallet_address_invalid',
      /2 to 7/,
    ],
    [
      'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUO',
      'wallet_address_invalid',
      /checksum/,
    ],
    [stellarWallet.toLowerCase(), 'wallet_address_invalid', /no small letters/],
    ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGY', 'wallet_address_invalid', /checksum/],
    ['GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJV0GZ', 'wallet_address_invalid', /2 to 7/],
    [
      'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA',
      'wallet_address_unsupported',
      /contract.*G or M/,
    ],
    ['LA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUPJN', 'wallet_address_unsupported', /pool/],
    [
      'BAAD6DBUX6J22DMZOHIEZTEQ64CVCHEDRKWZONFEUL5Q26QD7R76RGR4TU',
      'wallet_address_unsupported',
      /claimable balance/,
    ],
    [
      'PA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAQACAQDAQCQMBYIBEFAWDANBYHRAEISCMKBKFQXDAMRUGY4DUPB6IBZGM',
      'wallet_address_unsupported',
      /signed payload/,
    ],
    ['GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF', 'wallet_address_forbidden', /zero address/],
    [token.stellar, 'wallet_address_forbidden', /issuer/],
    ['ada*afara.example', 'wallet_address_invalid', /name of a wallet/],
  ],
  meantFor: [
    [evmWallet, 'Polygon or Avalanche'],
    [evmWallet.toLowerCase(), 'Polygon or Avalanche'],
    [solanaWallet, 'Solana'],
  ],
  generate: (bytes) => {
    const isMuxed = (bytes(1)[0] ?? 0) % 2 === 1
    return isMuxed ? StrKey.encodeMed25519PublicKey(bytes(40)) : StrKey.encodeEd25519PublicKey(bytes(32))
  },
  isAddress: (text) => StrKey.isValidEd25519PublicKey(text) || StrKey.isValidMed25519PublicKey(text),
})

walletAddressContract({
  network: 'Solana',
  rules,
  token: token.solana,
  ownWallet: ownWallet.solana,
  fine: [
    [solanaWallet, solanaWallet],
    // A leading 1 is a zero byte. Both 43 and 44 characters can encode 32 bytes.
    ['1BWutmTvYPwDtmw9abTkS4Ssr8no61spGAvW1X6NDix', '1BWutmTvYPwDtmw9abTkS4Ssr8no61spGAvW1X6NDix'],
    [tokenAccount, tokenAccount],
  ],
  refused: [
    ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWW0', 'wallet_address_invalid', /zero/],
    ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWl', 'wallet_address_invalid', /small L/],
    ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYt', 'wallet_address_invalid', /whole/],
    ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWMM', 'wallet_address_invalid', /whole/],
    ['z'.repeat(44), 'wallet_address_invalid', /32 bytes/],
    ['9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYt+WWM', 'wallet_address_invalid', /base58/],
    ['11111111111111111111111111111111', 'wallet_address_forbidden', /network itself/],
    ['1nc1nerator11111111111111111111111111111111', 'wallet_address_forbidden', /network itself/],
    ['SysvarRent111111111111111111111111111111111', 'wallet_address_forbidden', /network itself/],
    ['So11111111111111111111111111111111111111112', 'wallet_address_forbidden', /network itself/],
    ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'wallet_address_forbidden', /network itself/],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'wallet_address_forbidden', /network itself/],
    ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'wallet_address_forbidden', /network itself/],
    ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'wallet_address_forbidden', /network itself/],
    [token.solana, 'wallet_address_forbidden', /mint/],
    ['ada.sol', 'wallet_address_invalid', /name of a wallet/],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'wallet_address_wrong_network', /Tron/],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'wallet_address_wrong_network', /Bitcoin/],
  ],
  meantFor: [
    [evmWallet, 'Polygon or Avalanche'],
    [stellarWallet, 'Stellar'],
    [muxedWallet, 'Stellar'],
  ],
  generate: (bytes) => getAddressDecoder().decode(bytes(32)),
  isAddress: isSolanaAddress,
})

test('a muxed address of the issuer or of our wallet is refused because of the account inside it', () => {
  for (const address of [token.stellar, ownWallet.stellar]) {
    const key = StrKey.decodeEd25519PublicKey(address)
    const muxed = StrKey.encodeMed25519PublicKey(Buffer.concat([key, Buffer.alloc(8, 7)]))
    expect(rules.judge('Stellar', muxed)).toMatchObject({ code: 'wallet_address_forbidden' })
  }
})

test('an address off the curve is accepted here, because only the chain shows what kind of account it is', () => {
  expect(isSolanaAddress(tokenAccount) && isOffCurveAddress(tokenAccount)).toBe(true)
  expect(rules.judge('Solana', tokenAccount).outcome).toBe('fine')
})

test('a misspelt address in the forbidden list throws at start', () => {
  const misspelt = { Stellar: { tokens: [`${token.stellar.slice(0, -1)}A`] } }
  expect(() => createWalletAddressRules({ forbidden: misspelt })).toThrow('forbidden address of Stellar')
})

test('without settings, addresses that nobody can own are still forbidden', () => {
  const bare = createWalletAddressRules({ forbidden: {} })
  expect(bare.judge('Polygon', token.evm).outcome).toBe('fine')
  expect(bare.judge('Polygon', '0x0000000000000000000000000000000000000000').outcome).toBe('refused')
})

test('a lane may be one of our own wallets but never the token', () => {
  expect(rules.judgeOwn('Polygon', ownWallet.evm).outcome).toBe('fine')
  expect(rules.judgeOwn('Stellar', ownWallet.stellar).outcome).toBe('fine')
  expect(rules.judgeOwn('Solana', token.solana)).toMatchObject({ code: 'wallet_address_forbidden' })
})
