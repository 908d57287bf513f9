import { acceptedTransaction } from './accepted.ts'
import type { Answer } from './caller.ts'
import {
  expectEqual,
  expectFields,
  expectMatch,
  expectStatus,
  expectTrue,
  listOf,
  objectOf,
} from './expect.ts'
import { expectRefusal } from './expect-refusal.ts'
import { paid } from './paid-account-statements.ts'
import { type Statement, statement } from './statement.ts'
import type { Vendor } from './vendor-accounts.ts'

const vendorsPath = '/transactions/v1/vendors'
const listVendorsPath = '/transactions/v1/list_vendors'
const testVendorsPath = '/transactions/v1/test-vendors'
const paths = [vendorsPath, listVendorsPath, testVendorsPath]

export const vendorStatements: readonly Statement[] = [
  ...paths.map((path) =>
    statement(`GET ${path} answers 200 with status, message and VendorList`, async ({ get }) => {
      const answer = await get(path)
      expectStatus(answer, 200)
      expectEqual('content-type', answer.headers['content-type'], 'application/json; charset=utf-8', answer)
      const body = objectOf('the body', answer.json, answer)
      expectFields('the body', body, ['status', 'message', 'VendorList'], answer)
      expectEqual('status', body['status'], 'success', answer)
      expectMatch('message', body['message'], /\S/, answer)
    }),
  ),

  ...paths.map((path) =>
    statement(
      `each vendor of ${path} is vendorName, vendorNumber and vendorBank, all text`,
      async ({ get }) => {
        const answer = await get(path)
        const vendors = vendorsOf(answer)
        expectTrue('there are vendors', vendors.length > 0, answer)
        for (const vendor of vendors) {
          expectFields('a vendor', vendor, ['vendorName', 'vendorNumber', 'vendorBank'], answer)
          for (const word of Object.values(vendor)) expectMatch('a word of it', word, /\S/, answer)
          expectMatch('vendorNumber', vendor.vendorNumber, /^[0-9]{10}$/, answer)
        }
      },
    ),
  ),

  ...paths.map((path) =>
    statement(`GET ${path} accepts the common headers of the API, including content-type`, async (world) => {
      const answer = await world.api.ask(path, {
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'svc-sec-key': world.parties.obi.keys.live,
        },
      })
      expectStatus(answer, 200)
    }),
  ),

  statement('list_vendors is the same operation as vendors, in both modes', async ({ get, parties }) => {
    for (const key of [...Object.values(parties.obi.keys), ...Object.values(parties.zainab.keys)]) {
      expectEqual('the body', (await get(listVendorsPath, key)).text, (await get(vendorsPath, key)).text)
    }
  }),

  statement('vendors lists the live accounts to a live key', async ({ get, parties, vendors }) => {
    const listed = vendorsOf(await get(vendorsPath, parties.obi.keys.live))
    expectEqual('whether the shared account is there', has(listed, vendors.sharedLive), true)
    expectEqual('the test accounts there', listed.filter(isTest), [])
  }),

  statement('vendors lists the test accounts to a test key', async ({ get, vendors }) => {
    const listed = vendorsOf(await get(vendorsPath))
    expectEqual('whether the shared account is there', has(listed, vendors.sharedTest), true)
    expectEqual(
      'the live accounts there',
      listed.filter((vendor) => !isTest(vendor)),
      [],
    )
  }),

  statement(
    'test-vendors lists the test accounts to a live key too, with the same body',
    async ({ get, parties }) => {
      const asLive = await get(testVendorsPath, parties.obi.keys.live)
      const asTest = await get(testVendorsPath, parties.obi.keys.test)
      expectEqual('the body', asLive.text, asTest.text)
      expectEqual('all are test accounts', vendorsOf(asLive).every(isTest), true, asLive)
      expectEqual('the body of vendors with a test key', (await get(vendorsPath)).text, asTest.text)
    },
  ),

  statement(
    'every test account is called a test account, and its bank is not a real bank',
    async ({ get }) => {
      for (const vendor of vendorsOf(await get(testVendorsPath))) {
        expectMatch('vendorName', vendor.vendorName, /^TEST /)
        expectEqual('vendorBank', vendor.vendorBank, 'TEST BANK (not a bank)')
      }
    },
  ),

  statement(
    'accounts that are drained, frozen or closed are not listed',
    async ({ get, parties, vendors }) => {
      const listed = [
        ...vendorsOf(await get(vendorsPath, parties.obi.keys.test)),
        ...vendorsOf(await get(vendorsPath, parties.obi.keys.live)),
      ]
      const { drainingTest, frozenTest, closedTest, drainingLive, frozenLive } = vendors
      for (const vendor of [drainingTest, frozenTest, closedTest, drainingLive, frozenLive]) {
        expectEqual(`whether ${vendor.vendorName} is listed`, has(listed, vendor), false)
      }
    },
  ),

  statement('a business with a dedicated account sees only that account, in each mode', async (world) => {
    const { keys } = world.parties.zainab
    expectEqual('test', vendorsOf(await world.get(vendorsPath, keys.test)), [world.vendors.dedicatedTest])
    expectEqual('live', vendorsOf(await world.get(vendorsPath, keys.live)), [world.vendors.dedicatedLive])
  }),

  statement('no other business sees a dedicated account', async ({ get, parties, vendors }) => {
    for (const path of paths) {
      for (const key of Object.values(parties.obi.keys)) {
        const { text } = await get(path, key)
        for (const { vendorName, vendorNumber } of [vendors.dedicatedTest, vendors.dedicatedLive]) {
          expectEqual(
            `${path} without ${vendorName}`,
            text.includes(vendorName) || text.includes(vendorNumber),
            false,
          )
        }
      }
    }
  }),

  statement('every listed vendor can be named in a buy without changes', async ({ get, buy, parties }) => {
    for (const mode of ['test', 'live'] as const) {
      for (const vendor of vendorsOf(await get(vendorsPath, parties.obi.keys[mode]))) {
        const answer = await buy(paid(vendor), { mode })
        expectEqual('number', acceptedTransaction(answer)['link_account_number'], vendor.vendorNumber, answer)
      }
    }
  }),

  ...paths.map((path) =>
    statement(`GET ${path} needs a key, and one with the scope read`, async ({ api, get, keys }) => {
      expectRefusal(await api.ask(path), 401, 'key_missing')
      expectRefusal(await get(path, keys.buyOnly), 403, 'scope_missing')
      expectStatus(await get(path, keys.readOnly), 200)
    }),
  ),
]

function vendorsOf(answer: Answer): readonly Vendor[] {
  expectStatus(answer, 200)
  const body = objectOf('the body', answer.json, answer)
  return listOf('VendorList', body['VendorList'], answer).map(
    (vendor) => objectOf('a vendor', vendor, answer) as Vendor & typeof body,
  )
}

function has(listed: readonly Vendor[], { vendorNumber, vendorName, vendorBank }: Vendor): boolean {
  return listed.some(
    (vendor) =>
      vendor.vendorNumber === vendorNumber &&
      vendor.vendorName === vendorName &&
      vendor.vendorBank === vendorBank,
  )
}

function isTest({ vendorName }: Vendor): boolean {
  return vendorName.startsWith('TEST ')
}
