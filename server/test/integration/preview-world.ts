import { randomBytes } from 'node:crypto'
import { createTestDatabase } from '@afara/stack/postgres/test-database.ts'
import { createApp } from '../../src/entry/http/app.ts'
import { createPreviews } from '../../src/flows/previews/previews.ts'
import { createSellAcceptance } from '../../src/flows/sells/accept-sell.ts'
import { systemClock as clock } from '../../src/kernel/clock/clock.ts'
import { formatId, newId } from '../../src/kernel/ids/ids.ts'
import { money } from '../../src/kernel/money/money.ts'
import { createPool } from '../../src/kernel/postgres/pool.ts'
import type { BankStanding } from '../../src/movements/payouts/bank-standing.ts'
import type { NameAnswer } from '../../src/movements/payouts/name-enquiry.ts'
import type { Preflight } from '../../src/movements/transfers/chain.ts'
import { openVendorAccount } from '../../src/records/banks/manage-vendor-accounts.ts'
import { createBusiness } from '../../src/records/businesses/manage-business.ts'
import { keyScopes } from '../../src/records/keys/key-rights.ts'
import { issueKey } from '../../src/records/keys/manage-keys.ts'
import { business, capital, posting } from '../../src/records/ledger/account.ts'
import { postEntry } from '../../src/records/ledger/ledger-store.ts'
import { floatFunded } from '../ledger-entries.ts'
import { createOperators } from './authorisation/tenancies.ts'
import { testKeys, wireTestApi } from './test-api.ts'

const GTB = '000013'

export const LANE = `0x${'1a'.repeat(20)}`
export const WALLET = `0x${'5b'.repeat(20)}`

export type Shop = Readonly<{ key: string; fields: object; id: string }>

export const paths = { buy: 'onramp', sell: 'offramp', withdrawal: 'withdrawals' } as const
export type Kind = keyof typeof paths
const onPolygon = { network: 'Polygon', wallet_address: WALLET }
export const payee = { bank_name: 'GTBank', account_number: '0123456789', account_name: 'Ada Obi' }

/** Creates the API with shops of several kinds. A test sets the answers of the bank and the network in `outside`. */
export async function createPreviewWorld() {
  const database = await createTestDatabase()
  const owner = createPool(database.url('afara_owner'), { max: 2, applicationName: 'test' })
  const why = { actor: 'bisi@afara.test', approver: 'chidi@afara.test', reason: 'a test' }

  /** External answers that a test can set. */
  const outside = {
    name: undefined as NameAnswer | undefined,
    room: 10n ** 12n,
    standing: undefined as BankStanding | undefined,
    preflight: async (): Promise<Preflight> => ({ outcome: 'fine' }),
  }

  const wired = wireTestApi(database)
  const payingOut = {
    nameEnquiry: { ask: async () => outside.name },
    depositTargets: {
      isOpen: (_: string, network: string) => network === 'Polygon',
      of: () => ({ address: `0x${randomBytes(20).toString('hex')}`, shown: '', memo: null }),
    },
    payoutRoom: { of: async () => outside.room },
  }
  const deps = {
    ...wired,
    sells: createSellAcceptance({ pool: wired.pool, clock, ...payingOut, onGroup: () => {} }),
    previews: createPreviews({
      pool: wired.pool,
      clock,
      ...payingOut,
      bankStandings: {
        of: async () => new Map(outside.standing === undefined ? [] : [[GTB, outside.standing] as const]),
      },
      walletChains: new Map([['test:Polygon', { preflight: async () => outside.preflight() }]]),
      addresses: wired.addresses,
    }),
  }
  const app = createApp(deps)

  const fund = async (step: string, postings: Parameters<typeof postEntry>[1]['postings']): Promise<void> => {
    await postEntry(owner, {
      id: newId(),
      mode: 'test',
      transactionId: null,
      step,
      at: clock.now(),
      postings,
    })
  }

  const openShop = async (
    linkTag: string,
    terms: object,
    naira: number,
    scopes: readonly string[] = keyScopes,
  ): Promise<Shop> => {
    const { id } = await createBusiness(owner, { name: linkTag, linkTag, ...why })
    for (const [column, value] of Object.entries(terms)) {
      await owner.query(`update business_mode set ${column} = $2 where business_id = $1`, [id, value])
    }
    if (naira > 0) {
      await fund('test', [posting(capital, business(id), money('NGNC', BigInt(naira) * 100n))])
    }
    const { secret } = await issueKey(
      { pool: owner, ...testKeys },
      { business: linkTag, mode: 'test', scopes, ...why },
    )
    return { key: secret, id, fields: { business_id: formatId('business', id), link_tag: linkTag } }
  }

  await createOperators(owner)
  const { account } = await openVendorAccount(owner, {
    mode: 'test',
    name: 'TEST ONLY Ada at Afara',
    accountNumber: '8100000001',
    bank: undefined,
    business: undefined,
    ...why,
  })
  const vendor = {
    vendor_name: account.name,
    vendor_bank: account.bankName,
    vendor_number: account.accountNumber,
  }
  await owner.query(`select open_lane($1, 'test', 'Polygon', 1, $2, 0, now())`, [newId(), LANE])
  await fund('test', floatFunded({ network: 'Polygon', number: 1 }, money('NGNC', 50_000_00n)))
  const shops = {
    rich: await openShop('rich', { may_hold_balance: true }, 100_000),
    poor: await openShop('poor', { may_hold_balance: true }, 0),
    limited: await openShop('limited', { may_hold_balance: true, daily_limit_minor: 20_000_00 }, 100_000),
    walletless: await openShop('walletless', { may_hold_balance: false }, 0),
    seller: await openShop('seller', { may_hold_balance: true }, 100_000, ['read', 'buy', 'sell']),
  }

  const bodyOf = (kind: Kind, shop: Shop, changes: object): string => {
    const own = {
      buy: { type: 'buy_ramp', amount: 20_000, ...vendor, ...payee, ...onPolygon },
      sell: { type: 'sell_ramp', amount: 20_000, ...payee, ...onPolygon },
      withdrawal: { type: 'withdrawal', amount: 20_000, ...onPolygon },
    }[kind]
    return JSON.stringify({ ...shop.fields, ...own, ...changes })
  }

  const send = async (url: string, shop: Shop, payload: string) => {
    const headers = { 'svc-sec-key': shop.key, 'content-type': 'application/json' }
    return app.inject({ method: 'POST', url, headers, payload })
  }

  return {
    outside,
    owner,
    vendor,
    shops,
    openShop,
    bodyOf,
    send,
    /** Sets every answer to a favourable one. */
    calm: (): void => {
      outside.name = { outcome: 'found', accountName: 'ADA OBI' }
      outside.room = 10n ** 12n
      outside.standing = undefined
      outside.preflight = async () => ({ outcome: 'fine' })
    },
    close: async (): Promise<void> => {
      await app.close()
      await Promise.all([owner.end(), wired.stop()])
      await database.drop()
    },
  }
}
