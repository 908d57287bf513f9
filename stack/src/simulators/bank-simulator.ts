import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { OnSpawn, Part } from '../processes/child-process.ts'
import { startSimulator } from './simulator-process.ts'

export type BankVendor = 'monnify' | 'providus' | 'paystack'
export type BankAccount = Readonly<{ number: string; vendor: BankVendor; name?: string }>

/** An account of ours that pays, with where it notifies and the naira that people put there, in a line that its vendor shows. */
export type BankPayoutAccount = Readonly<{
  number: string
  vendor: 'monnify' | 'paystack'
  name: string
  /** Without it nobody is notified. */
  url?: string
  funds: string
}>

export type BankSimulatorOptions = Readonly<{
  /** Holds its log and its journal: started again in the same folder, it knows the money it had. */
  directory: string
  port?: number
  onSpawn?: OnSpawn | undefined
  /** Decides every draw. */
  seed?: string
  /** An ISO time at which its clock stands still until it is moved. */
  stoppedAt?: string
  /** Accounts of ours that it is to hold. Those it holds already stay as they are. */
  accounts?: readonly BankAccount[]
  /** Accounts of ours that pay. Those it holds already stay as they are. */
  payoutAccounts?: readonly BankPayoutAccount[]
  /** Where each vendor sends its notifications. */
  hookUrls?: Readonly<Partial<Record<BankVendor, string>>>
}>

export type BankSimulator = Part &
  Readonly<{
    /** The vendors are at `${url}/monnify`, `/providus` and `/paystack`. */
    url: string
    adminUrl: string
  }>

/** Starts the bank behind three vendors: the sandbox's, and the one that proofs can kill and ask for the truth. */
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

/** Funded once: an account that exists has its money already. */
async function openPayoutAccount(url: string, { funds, ...account }: BankPayoutAccount): Promise<void> {
  if ((await tell(url, 'POST', account)) !== CREATED) return
  await tell(`${url}/${account.number}/lines`, 'POST', {
    direction: 'credit',
    amount: funds,
    mark: 'funding',
  })
}

const CREATED = 201

/** Whom the examples of the API reference pay, at GTBank. */
const ADA = { place: '000013/0123456789', holder: { name: 'ADA OBI' } }

async function tell(url: string, method: 'POST' | 'PATCH' | 'PUT', body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`the bank simulator said ${response.status}: ${await response.text()}`)
  return response.status
}
