import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { seedPayoutAccounts } from '@afara/server/entry/admin/seed-data.ts'
import type { OnSpawn, Part } from '../processes/child-process.ts'
import { startSimulator } from './simulator-process.ts'

export type BankVendor = 'monnify' | 'providus' | 'paystack' | 'kora'
export type BankAccount = Readonly<{
  number: string
  vendor: BankVendor
  name?: string
  is_pool?: boolean
}>

/** One of our payout accounts, with its notification URL and its initial funds, which its vendor shows as a line. */
export type BankPayoutAccount = Readonly<{
  number: string
  vendor: 'monnify' | 'paystack'
  name: string
  /** Without it, no notifications are sent. */
  url?: string
  funds: string
}>

export type BankSimulatorOptions = Readonly<{
  /** Holds its log and journal. A restart in the same folder keeps the money. */
  directory: string
  port?: number
  onSpawn?: OnSpawn | undefined
  /** Seed of every random choice. */
  seed?: string
  /** ISO time at which its clock is stopped until it is moved. */
  stoppedAt?: string
  /** Our accounts. Existing ones are left unchanged. */
  accounts?: readonly BankAccount[]
  /** Our payout accounts. Existing ones are left unchanged. */
  payoutAccounts?: readonly BankPayoutAccount[]
  /** Notification URL of each vendor. */
  hookUrls?: Readonly<Partial<Record<BankVendor, string>>>
}>

export type BankSimulator = Part &
  Readonly<{
    /** The vendors are at `${url}/monnify`, `/providus`, `/paystack` and `/kora`. */
    url: string
    adminUrl: string
  }>

/** Starts the simulated bank with its four vendors, for the sandbox and for proofs. Proofs can kill it and read its true state. */
export async function startBankSimulator(options: BankSimulatorOptions): Promise<BankSimulator> {
  const { directory, port, onSpawn, seed, stoppedAt } = options
  mkdirSync(directory, { recursive: true })
  const part = await startSimulator({
    name: 'bank',
    directory,
    port,
    onSpawn,
    environment: {
      BANK_SIMULATOR_JOURNAL: resolve(join(directory, 'bank-journal.ndjson')),
      ...(seed === undefined ? {} : { BANK_SIMULATOR_SEED: seed }),
      ...(stoppedAt === undefined ? {} : { BANK_SIMULATOR_STOPPED_AT: stoppedAt }),
    },
  })
  const adminUrl = `${part.url}/admin`
  try {
    for (const account of options.accounts ?? []) await tell(`${adminUrl}/accounts`, 'POST', account)
    for (const account of options.payoutAccounts ?? [])
      await openPayoutAccount(`${adminUrl}/payout-accounts`, account)
    if (options.payoutAccounts !== undefined)
      await tell(`${adminUrl}/beneficiaries/${ADA.place}`, 'PUT', ADA.holder)
    for (const [vendor, url] of Object.entries(options.hookUrls ?? {})) {
      await tell(`${adminUrl}/vendors/${vendor}`, 'PATCH', { url })
    }
  } catch (error) {
    await part.stop()
    throw error
  }
  return { ...part, adminUrl }
}

/** Has Paystack ask the payer at `url` about each transfer before it pays. */
export async function askBeforePaying({ adminUrl }: BankSimulator, url: string): Promise<void> {
  for (const { id, vendor, accountNumber } of seedPayoutAccounts)
    if (vendor === 'paystack')
      await tell(`${adminUrl}/payout-accounts/${accountNumber}`, 'PATCH', {
        approval_url: `${url}/v1/approvals/${id}`,
      })
}

/** Funds a new account. An existing one already has its money. */
async function openPayoutAccount(url: string, { funds, ...account }: BankPayoutAccount): Promise<void> {
  if ((await tell(url, 'POST', account)) !== CREATED) return
  await tell(`${url}/${account.number}/lines`, 'POST', {
    direction: 'credit',
    amount: funds,
    mark: 'funding',
  })
}

const CREATED = 201

/** The beneficiary at GTBank in the examples of the API reference. */
const ADA = { place: '000013/0123456789', holder: { name: 'ADA OBI' } }

async function tell(url: string, method: 'POST' | 'PATCH' | 'PUT', body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok)
    throw new Error(`the bank simulator answered ${response.status}: ${await response.text()}`)
  return response.status
}
