import { createHash } from 'node:crypto'
import type { NetworkName } from '../../kernel/networks.ts'
import type { Tenant } from '../../kernel/postgres/pool.ts'
import { assert, Refusal } from '../../kernel/refusal.ts'
import type { SandboxWorld } from '../../movements/sandbox/sandbox-world.ts'
import { listedAccounts, type VendorAccount } from '../../records/banks/vendor-account.ts'
import type { VendorAccountBook } from '../../records/banks/vendor-account-book.ts'
import type { Wallet } from '../../records/transactions/wallets/wallet.ts'
import type { ScenarioDeps } from './scenario.ts'

/** The bank of every simulated person: its code on the national rail, and its name. */
export const sandboxBank = { code: '000013', name: 'GTBank' } as const

type DrawnPerson = Readonly<{ accountNumber: string; name: string }>

const surnames = ['ADEYEMI', 'OKAFOR', 'DANJUMA', 'EZE', 'BALOGUN', 'NWOSU', 'OGUNLEYE', 'ETIM'] as const
const givenNames = ['AISHA', 'CHINEDU', 'NGOZI', 'TUNDE', 'FATIMA', 'EMEKA', 'BISI', 'UDUAK'] as const

/** Returns a person with an account. The same words give the same person, so that a request can be repeated. */
export function drawPerson(...words: readonly string[]): DrawnPerson {
  const digest = createHash('sha256').update(words.join('\n')).digest()
  const digits = (digest.readBigUInt64BE(0) % 1_000_000_000n).toString().padStart(9, '0')
  const pick = (names: readonly string[], byte: number) => names[(digest[byte] ?? 0) % names.length] ?? ''
  return { accountNumber: `2${digits}`, name: `${pick(surnames, 8)} ${pick(givenNames, 9)}` }
}

/** Returns a new wallet. The same words give the same wallet, so that a request can be repeated. */
export async function drawWallet(
  { addresses, world }: ScenarioDeps,
  network: NetworkName,
  ...words: readonly string[]
): Promise<Wallet> {
  const verdict = addresses.judge(network, await world.openWallet(network, words.join('\n')))
  assert(verdict.outcome === 'fine', 'a new wallet must have an address')
  return { network, address: verdict.address }
}

/** Returns the test account with this number, or the first one if no number is given. The business may pay into it. */
export async function chooseAccount(
  accounts: VendorAccountBook,
  tenant: Tenant,
  wanted?: string,
): Promise<VendorAccount> {
  const listed = listedAccounts(await accounts.visibleTo(tenant), tenant.mode)
  const found = listed.find(({ accountNumber }) => wanted === undefined || accountNumber === wanted)
  if (found !== undefined) return found
  if (wanted === undefined)
    throw new Refusal(
      'sandbox_unavailable',
      'There is no test account to pay into. Ask the operator of this sandbox to open one.',
    )
  throw new Refusal('unknown_vendor', 'No test account has this number. Copy one from the vendor list.')
}

/** Returns the requested network, or the first one if none was requested. The sandbox can open wallets and send tokens on it. */
export function chooseNetwork({ networks }: SandboxWorld, wanted?: string): NetworkName {
  const found = networks.find((name) => wanted === undefined || name === wanted)
  if (found !== undefined) return found
  const known = networks.length === 0 ? 'no network can' : `only ${networks.join(' and ')} can`
  throw new Refusal('sandbox_unavailable', `In this sandbox ${known} be used.`)
}
