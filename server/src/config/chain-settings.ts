import { type NetworkFamily, type NetworkName, networkNamed, networkNames } from '../kernel/networks.ts'
import type { Need, ServerProcess, Setting } from './setting.ts'
import { baseUrl, block, connection, type Form, form, nairaMinor, publicUrl, text, url } from './setting-forms.ts'

export type LaneChannels = ReadonlyMap<string, ReadonlyArray<Readonly<{ address: string; base: bigint }>>>
export type ChainPrefix = `CHAIN_${'LIVE' | 'TEST'}_${Uppercase<NetworkName>}`
type ChainRows = ReturnType<typeof chainRows>
type ChainSettings = Readonly<{ [Key in keyof ChainRows as `${ChainPrefix}_${Key}`]: ChainRows[Key] }>

// Checks only enough to find a value in the wrong setting. The code of the network family checks the rest.
const addresses: Readonly<Record<NetworkFamily, Form<string>>> = {
  evm: form('an EVM address (0x and 40 hexadecimal digits)', /^0x[0-9a-fA-F]{40}$/, (value) => value),
  solana: form('a Solana address', /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, (value) => value),
  stellar: form('a Stellar address that begins with G', /^G[A-Z2-7]{55}$/, (value) => value),
}
const asset = form('a code and an issuer, such as NGNC:G…', /^[A-Za-z0-9]{1,12}:G[A-Z2-7]{55}$/, (value) => value)
// With fewer than two decimals, the token could not represent a kobo.
const decimals = form('a number of decimals from 2 to 30', /^([2-9]|[12][0-9]|30)$/, Number)
const secondNode = connection('the URL of a second node, run by another provider', (value) => value)
const channel = 'G[A-Z2-7]{55}:[0-9]{1,19}'
const lane = `\\s*G[A-Z2-7]{55}=${channel}(\\+${channel})*\\s*`
const laneChannels = form(
  'lanes with their channels: <lane>=<channel>:<base sequence>+<channel>:<base>;<lane>=…',
  new RegExp(`^(${lane}(;|$))+\\s*$`),
  readChannels,
  // A channel of two lanes would give both the same sequence numbers.
  (value) => {
    const all = value.match(/G[A-Z2-7]{55}/g) ?? []
    return new Set(all).size === all.length
  },
)

const onlyIn: Readonly<Record<string, readonly NetworkFamily[]>> = {
  TOKEN: ['evm'],
  FACTORY: ['evm'],
  MINT: ['solana'],
  MARKER_SECRET: ['solana'],
  DECIMALS: ['evm', 'solana'],
  ASSET: ['stellar'],
  PASSPHRASE: ['stellar'],
  CHANNELS: ['stellar'],
}

/** The settings of every network in both modes: our wallet on one network is also ours on the other networks of the family. */
export const chainSettings = Object.fromEntries(
  (['LIVE', 'TEST'] as const).flatMap((mode) =>
    networkNames.flatMap((name) => {
      const { family } = networkNamed(name)
      const network = name.toUpperCase() as Uppercase<NetworkName>
      return Object.entries(chainRows(mode, network, family))
        .filter(([key]) => onlyIn[key]?.includes(family) ?? true)
        .map(([key, row]) => [`CHAIN_${mode}_${network}_${key}`, row])
    }),
  ),
) as ChainSettings

/** URLs of the simulators' controls. They move nothing of value, and live mode never uses them. */
export const sandboxSettings = {
  SANDBOX_BANK_URL: { form: baseUrl, readBy: { api: 'optional' }, meaning: "the bank simulator that `BANK_TEST_…` and the payer's test accounts also use. Without it there are no [scenarios](../guides/sandbox.md)" },
  ...(Object.fromEntries(networkNames.map((name) => [`SANDBOX_${name.toUpperCase()}_URL`, { form: baseUrl, readBy: { api: 'optional' }, meaning: 'the controls of the simulated chain behind `CHAIN_TEST_…`' }])) as Readonly<
    Record<`SANDBOX_${Uppercase<NetworkName>}_URL`, Readonly<{ form: Form<string>; readBy: { api: 'optional' }; meaning: string }>>
  >),
  SANDBOX_LISTED_NAME: { form: text, readBy: { api: 'optional' }, meaning: 'a name on the list in `SANCTIONS_FOLDER`, for scenarios that hold a transaction' },
} satisfies Record<string, Setting>

function chainRows(mode: 'LIVE' | 'TEST', network: Uppercase<NetworkName>, family: NetworkFamily) {
  const prefix = `CHAIN_${mode}_${network}`
  const node = `${prefix}_URL`
  const sandbox = mode === 'TEST' ? [`SANDBOX_${network}_URL`] : []
  // Deposit addresses are derived from this setting. Without it, no deposits are watched.
  const derives = `${prefix}_${family === 'evm' ? 'FACTORY' : 'SWEEPER'}`
  // In live mode, a missing setting must not let the token's address pass as a customer's wallet.
  const known = mode === 'LIVE' ? [node, derives] : [node]
  const token = { api: [...known, ...sandbox], people: known, worker: [node], reconciler: [node] }
  const address = addresses[family]
  return {
    URL: { form: url, readBy: all('optional'), meaning: 'a [node](../internals/transfers.md#what-a-chain-is-asked): JSON-RPC, on Stellar Horizon. Without it nothing is sent there; the api needs it for [previews](../internals/interface.md#what-previews-ask)' },
    // A single node could make us believe that a payment arrived, or that it never will.
    WITNESS_URL: {
      form: secondNode,
      readBy: senders(mode === 'LIVE' ? [node] : 'optional'),
      agreesWith: { name: node, wanted: secondNode.wanted, agrees: isOnAnotherHost },
      meaning: 'a [second node](../internals/transfers.md#a-second-node) on another host. A transfer ends when both agree. Required with the URL in live mode only',
    },
    WITNESS_ABOVE: { form: nairaMinor, readBy: senders('optional'), usual: '0', meaning: 'a larger deposit counts only when the second node shows it too' },
    EXPLORER: { form: publicUrl, readBy: { api: 'optional' }, meaning: 'explorer for timelines and receipts, if not the usual one. A test network has none by default' },
    TOKEN: { form: address, readBy: token, meaning: "EVM: the contract of the token, as in the signer's policy. In live mode also required with the factory" },
    MINT: { form: address, readBy: token, meaning: "Solana: the mint of the token, as in the signer's policy. In live mode also required with the sweeper" },
    DECIMALS: { form: decimals, readBy: { ...senders([node]), api: [node, ...sandbox] }, meaning: "EVM and Solana: decimals of the token, as in the signer's policy" },
    ASSET: { form: asset, readBy: token, meaning: 'Stellar: the token, with seven decimals. In live mode also required with the sweeper' },
    PASSPHRASE: { form: text, readBy: { ...senders([node]), api: [node, ...sandbox] }, meaning: 'Stellar: which network, such as `Public Global Stellar Network ; September 2015`' },
    CHANNELS: { form: laneChannels, readBy: all('optional'), meaning: "Stellar: each lane's channel accounts with their first sequence numbers. Never change the order" },
    MARKER_SECRET: { form: text, readBy: senders([node]), isSecret: true, meaning: "Solana: the `marker_secret` of the signer's policy, for [locks](../internals/transfers.md). Never change it; never give it to the api" },
    FACTORY: { form: address, readBy: all('optional'), meaning: 'EVM: the [deposit factory](../internals/deposits.md). Without it nothing is sold from a wallet there. Change it only as in [key rotation](../runbooks/key-rotation.md#the-treasurys-lane)' },
    TREASURY: { form: address, readBy: all([derives]), meaning: "the lane's wallet that receives sweeps" },
    SWEEPER: {
      form: address,
      readBy: all('optional'),
      meaning: 'the wallet that [sweeps deposits](../internals/treasury.md#sweeps). EVM: without it nothing is swept automatically. Solana, Stellar: deposit addresses derive from it, and without it nothing is sold from a wallet there. Change it only as in [key rotation](../runbooks/key-rotation.md#a-sweeper)',
    },
    FROM_BLOCK: { form: block, readBy: senders('optional'), meaning: "block (Solana: slot with a block; Stellar: ledger) after which deposits are first read: the factory's deployment. Without it: what is final at the first start" },
  } satisfies Record<string, Setting>
}

function senders(need: Need): Readonly<Record<Exclude<ServerProcess, 'api'>, Need>> {
  return { worker: need, reconciler: need, people: need }
}

function all(need: Need) {
  return { api: need, ...senders(need) }
}

function isOnAnotherHost(value: string, other: string): boolean {
  return new URL(value).host !== new URL(other).host
}

/** In the order in which locks use the channels. */
function readChannels(value: string): LaneChannels {
  const lanes = value.split(';').filter((part) => part.trim() !== '')
  return new Map(
    lanes.map((part) => {
      const [address = '', list = ''] = part.trim().split('=')
      return [
        address,
        list.split('+').map((item) => {
          const [of = '', base = ''] = item.split(':')
          return { address: of, base: BigInt(base) }
        }),
      ]
    }),
  )
}
