import { readAdminConfig } from '@afara/server/config/command-config.ts'
import { systemClock } from '@afara/server/kernel/clock/clock.ts'
import type { Mode } from '@afara/server/kernel/mode.ts'
import { createPool, type Pool } from '@afara/server/kernel/postgres/pool.ts'
import { startSimulator } from '@afara/stack/simulators/simulator-process.ts'
import type { LiveStack } from '../live-stack.ts'
import { type Answer, type Asking, type Caller, createCaller } from './caller.ts'
import { spelled, writeJson } from './exact-json.ts'
import { openLivePayoutAccount } from './live-payout-account.ts'
import { createParties, type HouseDeps, type Party, type PartyName } from './parties.ts'
import { issueSpecialKeys, type SpecialKeys } from './special-keys.ts'
import { openVendorAccounts, type Vendor, type VendorName } from './vendor-accounts.ts'

export const polygonWallet = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

/** Changes of a statement to a request that would be accepted. An undefined field is left out. */
export type Changes = Readonly<Record<string, unknown>>

/** Sender of a request. By default the ordinary business uses its test key. */
export type How = Asking & Readonly<{ as?: Party; mode?: Mode; key?: string }>

/** The running service and its clients, for the statements. */
export type World = Readonly<{
  api: Caller
  otc: Caller
  parties: Readonly<Record<PartyName, Party>>
  vendors: Readonly<Record<VendorName, Vendor>>
  keys: SpecialKeys
  house: HouseDeps
  /** Database pool with the worker's rights. */
  records: Pool
  /** The stack, for starting another API process. */
  stack: LiveStack
  /** Sends `POST /transactions/v1/onramp` with all fields of the API, with these changes. */
  buy(changes?: Changes, how?: How): Promise<Answer>
  buyBody(changes?: Changes, how?: How): string
  /** Sends `POST /transactions/v1/onramp/expected` with the fields that it needs, with these changes. */
  expectBuy(changes?: Changes, how?: How): Promise<Answer>
  /** Sends `POST /transactions/v1/offramp` with the fields of the API's short sample, with these changes. */
  sell(changes?: Changes, how?: How): Promise<Answer>
  sellBody(changes?: Changes, how?: How): string
  /** Sends a GET to the base address with a key. */
  get(path: string, key?: string): Promise<Answer>
  /** Starts the vendors of rates. Before that they are unreachable. */
  startRateVendors(): Promise<void>
  /** Returns a new text that can be used as a reference. */
  unused(): string
  close(): Promise<void>
}>

export const onramp = '/transactions/v1/onramp'
export const offramp = '/transactions/v1/offramp'

export async function createWorld(stack: LiveStack, onAnswer: (answer: Answer) => void): Promise<World> {
  const { ownerUrl, ...keySettings } = readAdminConfig(stack.environment)
  const owner = createPool(ownerUrl, { max: 4, applicationName: 'prove interface' })
  const house = { pool: owner, clock: systemClock, ...keySettings }
  const parties = await createParties(house)
  await openLivePayoutAccount(house)
  const vendors = await openVendorAccounts(house, parties.zainab)
  const keys = await issueSpecialKeys(house, parties.obi)
  const records = createPool(stack.databaseUrl('afara_worker'), {
    max: 2,
    applicationName: 'prove interface',
  })
  const api = createCaller(stack.apiUrl, onAnswer)
  const otc = createCaller(`http://127.0.0.1:${stack.environment['OTC_PORT']}`, onAnswer)

  const buyBody = (changes: Changes = {}, how: How = {}): string => {
    const vendor = vendors[how.mode === 'live' ? 'sharedLive' : 'sharedTest']
    return writeJson({
      ...businessFields(how.as ?? parties.obi),
      type: 'buy_ramp',
      amount: spelled('15000'),
      vendor_name: vendor.vendorName,
      vendor_bank: vendor.vendorBank,
      vendor_number: vendor.vendorNumber,
      bank_name: 'GTBank',
      account_number: '0123456789',
      account_name: 'ADA OBI',
      network: 'Polygon',
      wallet_address: polygonWallet,
      ...changes,
    })
  }
  const sellBody = (changes: Changes = {}, how: How = {}): string =>
    writeJson({
      ...businessFields(how.as ?? parties.obi),
      type: 'sell_ramp',
      amount: spelled('1000'),
      account_name: 'ADA OBI',
      account_number: '0123456789',
      bank_name: 'GTBank',
      ...changes,
    })
  const post = async (path: string, body: string, how: How): Promise<Answer> => {
    const key = how.key ?? (how.as ?? parties.obi).keys[how.mode ?? 'test']
    return api.ask(path, {
      method: 'POST',
      body,
      from: how.from,
      headers: {
        'svc-sec-key': key,
        'content-type': 'application/json',
        accept: 'application/json',
        ...how.headers,
      },
    })
  }
  let made = 0
  let vendorsOfRates: ReturnType<typeof startSimulator> | undefined
  return {
    api,
    otc,
    parties,
    vendors,
    keys,
    house,
    records,
    stack,
    buyBody,
    sellBody,
    buy: async (changes, how = {}) => post(onramp, buyBody(changes, how), how),
    expectBuy: async (changes, how = {}) => {
      const party = how.as ?? parties.obi
      const wallet = { network: 'Polygon', wallet_address: polygonWallet }
      const body = { ...businessFields(party), amount: spelled('15000'), ...wallet, ...changes }
      return post(`${onramp}/expected`, writeJson(body), how)
    },
    sell: async (changes, how = {}) => post(offramp, sellBody(changes, how), how),
    get: async (path, key = parties.obi.keys.test) => api.ask(path, { headers: { 'svc-sec-key': key } }),
    unused: () => {
      made += 1
      return `unused-${made}`
    },
    startRateVendors: async () => {
      const port = Number(new URL(stack.environment['RATES_QUIDAX_URL'] ?? '').port)
      vendorsOfRates ??= startSimulator({ name: 'rates', port, ...stack.beside })
      await vendorsOfRates
    },
    close: async () => {
      await (await vendorsOfRates)?.stop()
      api.close()
      otc.close()
      await Promise.all([owner.end(), records.end()])
    },
  }
}

function businessFields({ businessId, linkTag }: Party): Changes {
  return { business_id: businessId, link_tag: linkTag }
}
