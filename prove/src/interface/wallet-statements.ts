import { acceptedTransaction } from './accepted.ts'
import { expectEqual, expectStatus, expectTrue, expectWithin } from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { defaultWallet } from './parties.ts'
import { type Statement, statement } from './statement.ts'
import { polygonWallet } from './world.ts'

const wallets: ReadonlyArray<readonly [network: string, address: string]> = [
  ['Stellar', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['Polygon', polygonWallet],
  ['Solana', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
  ['Avalanche', polygonWallet],
]

// Texts in the format of secrets that belong to nobody.
const secretSeed = `S${'AFARA2PROOF3'.repeat(5).slice(0, 55)}`
const secretWords = 'bridge naira lagos '.repeat(8).trim()

export const walletStatements: readonly Statement[] = [
  ...wallets.map(([network, wallet_address]) =>
    statement(
      `a buy to a wallet on ${network} is accepted, and the answer contains network and address`,
      async ({ buy }) => {
        const answer = await buy({ network, wallet_address })
        expectWithin('the transaction', acceptedTransaction(answer), { network, wallet_address }, answer)
      },
    ),
  ),

  ...wallets.map(([network, wallet_address]) =>
    statement(`the name of ${network} is not case-sensitive`, async ({ buy }) => {
      for (const spelling of [network.toLowerCase(), network.toUpperCase()]) {
        const answer = await buy({ network: spelling, wallet_address })
        expectEqual('network', acceptedTransaction(answer)['network'], network, answer)
      }
    }),
  ),

  statement('an address without capitals is the same wallet as with its checksum', async ({ buy }) => {
    const answer = await buy({ wallet_address: polygonWallet.toLowerCase() })
    expectEqual('wallet_address', acceptedTransaction(answer)['wallet_address'], polygonWallet, answer)
  }),

  statement('a buy with a network and no wallet_address is refused: both or neither', async ({ buy }) => {
    expectRefusal(await buy({ wallet_address: undefined }), 422, 'wallet_incomplete', 'wallet_address')
  }),

  statement('a buy with a wallet_address and no network is refused: both or neither', async ({ buy }) => {
    expectRefusal(await buy({ network: undefined }), 422, 'wallet_incomplete', 'network')
  }),

  statement('a buy without a wallet goes to the default wallet of the business', async ({ buy, parties }) => {
    const answer = await buy(
      { network: undefined, wallet_address: undefined },
      { as: parties.withDefaultWallet },
    )
    expectWithin(
      'the transaction',
      acceptedTransaction(answer),
      { network: defaultWallet.network, wallet_address: defaultWallet.address },
      answer,
    )
  }),

  statement('a wallet in the request is used instead of the default wallet', async ({ buy, parties }) => {
    const answer = await buy({}, { as: parties.withDefaultWallet })
    expectEqual('wallet_address', acceptedTransaction(answer)['wallet_address'], polygonWallet, answer)
  }),

  statement('a buy without a wallet goes to the balance if the business may hold one', async ({ buy }) => {
    const answer = await buy({ network: undefined, wallet_address: undefined })
    expectWithin('the transaction', acceptedTransaction(answer), { network: '', wallet_address: '' }, answer)
  }),

  statement(
    'a buy without a wallet is 422 wallet_required if the business has no balance either',
    async ({ buy, parties }) => {
      const answer = await buy(
        { network: undefined, wallet_address: undefined },
        { as: parties.withoutBalance },
      )
      expectRefusal(answer, 422, 'wallet_required', 'wallet_address')
    },
  ),

  statement('balances are on in test mode and off in live until switched on', async ({ buy, parties }) => {
    const noWallet = { network: undefined, wallet_address: undefined }
    expectRefusal(await buy(noWallet, { mode: 'live' }), 422, 'wallet_required')
    acceptedTransaction(await buy(noWallet, { mode: 'live', as: parties.withLiveBalance }))
  }),

  ...['Ethereum', 'Tron', 'stellarr', ''].map((network) =>
    statement(`the network "${network}" is refused, naming the field`, async ({ buy }) => {
      const answer = await buy({ network })
      expectRefusal(answer, 422, network === '' ? 'field_invalid' : 'network_unknown', 'network')
    }),
  ),

  ...(
    [
      [
        'with a wrong checksum',
        'Polygon',
        '0x8ba1f109551bD432803012645Ac136ddd64DBA73',
        'wallet_address_invalid',
      ],
      ['that is cut short', 'Polygon', polygonWallet.slice(0, -1), 'wallet_address_invalid'],
      ['that is zero', 'Polygon', `0x${'0'.repeat(40)}`, 'wallet_address_forbidden'],
      ['of another network', 'Stellar', polygonWallet, 'wallet_address_wrong_network'],
      ['of another network', 'Polygon', wallets[2]?.[1] ?? '', 'wallet_address_wrong_network'],
      [
        'of a contract',
        'Stellar',
        'CA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUWDA',
        'wallet_address_unsupported',
      ],
    ] as const
  ).map(([what, network, wallet_address, code]) =>
    statement(`an address ${what} on ${network} can never be valid: 422 ${code}`, async ({ buy }) => {
      expectRefusal(await buy({ network, wallet_address }), 422, code, 'wallet_address')
    }),
  ),

  statement('a secret instead of an address is refused and not repeated in the answer', async ({ buy }) => {
    const answer = await buy({ network: 'Stellar', wallet_address: secretSeed })
    expectRefusal(answer, 422, 'wallet_address_is_secret', 'wallet_address')
    expectTrue('the secret is not in the answer', !answer.text.includes(secretSeed), answer)
  }),

  ...[
    ['seed', secretSeed],
    ['phrase of words', secretWords],
  ].map(([what, wallet_address = '']) =>
    statement(
      `a secret ${what} instead of an address is not stored, although the refused buy is`,
      async (world) => {
        const reference = world.unused()
        expectStatus(await world.buy({ network: 'Stellar', wallet_address, reference }), 422)
        const { rows } = await world.records.query<{ request: string }>(
          `select request::text as request from refused_buy where request->>'reference' = $1`,
          [reference],
        )
        expectEqual('how many were stored', rows.length, 1)
        expectTrue(
          'the stored buy does not contain the secret',
          !rows[0]?.request.includes(wallet_address.slice(0, 40)),
        )
      },
    ),
  ),
]
