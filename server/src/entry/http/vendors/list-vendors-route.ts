import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Mode } from '../../../kernel/mode.ts'
import { listedAccounts, type VendorAccount } from '../../../records/banks/vendor-account.ts'
import type { AppDeps } from '../app-deps.ts'
import { JSON_TYPE } from '../json-bodies.ts'
import { namedObject } from '../object-schemas.ts'
import { type Operation, type Reply, successExample } from '../openapi/operation.ts'
import { successField, textReply } from '../reply-fields.ts'
import { keyOf } from '../require-key.ts'

const Vendor = namedObject(
  'Vendor',
  {
    vendorName: textReply('The name on the account.', 'Afara Collections'),
    vendorNumber: textReply('The account number.', '0000000003'),
    vendorBank: textReply('The name of the bank.', 'Providus Bank'),
  },
  'One of our bank accounts that buyers pay into.',
)

const VendorReply = namedObject('VendorReply', {
  status: successField,
  message: textReply('A human-readable message.', 'Pay into one of these accounts, then name it in the buy.'),
  VendorList: Type.Array(Vendor),
})

const bodies = { live: new WeakMap<object, string>(), test: new WeakMap<object, string>() }

const messages: Readonly<Record<Mode, string>> = {
  live: 'Pay into one of these accounts, then name it in the buy.',
  test: 'Test accounts: do not send real money. Name one in a buy with a test key.',
}

const live: Reply['examples'][string] = successExample(
  'With a live key',
  'Pay into one of these accounts, then name it in the buy.',
  {
    VendorList: [
      { vendorName: 'Afara Collections', vendorNumber: '0000000005', vendorBank: 'Providus Bank' },
    ],
  },
)

const test: Reply['examples'][string] = successExample(
  'Test accounts',
  'Test accounts: do not send real money. Name one in a buy with a test key.',
  {
    VendorList: [
      {
        vendorName: 'TEST Ada Foods / Afara',
        vendorNumber: '0000000003',
        vendorBank: 'TEST BANK (not a bank)',
      },
    ],
  },
)

const list = {
  tag: 'Vendors',
  replies: { 200: { description: 'The accounts.', schema: VendorReply, examples: { live, test } } },
  refusals: [],
} as const

const listVendorsOperation: Operation = {
  ...list,
  id: 'listVendors',
  summary: 'List vendor accounts',
  description:
    'The accounts that a buyer pays into. A live key gets live accounts, a test key gets test accounts. Copy all three fields of the account into the buy.',
}

const listVendorsAgainOperation: Operation = {
  ...list,
  id: 'listVendorsAgain',
  summary: 'List vendor accounts (alias)',
  description: 'The same as `/transactions/v1/vendors`.',
}

const listTestVendorsOperation: Operation = {
  ...list,
  id: 'listTestVendors',
  summary: 'List test vendor accounts',
  description: 'The test accounts, with any valid key. They are not at a real bank: do not send real money.',
  replies: { 200: { description: 'The test accounts.', schema: VendorReply, examples: { test } } },
}

/** Serves the accounts of the key's own mode. The list has two URLs. */
export function listVendorsRoute(app: FastifyInstance, deps: AppDeps): void {
  for (const [url, operation] of [
    ['/transactions/v1/vendors', listVendorsOperation],
    ['/transactions/v1/list_vendors', listVendorsAgainOperation],
  ] as const) {
    app.get(url, { config: { access: 'read', operation } }, (request, reply) => {
      sendList(deps, request, reply, keyOf(request).tenant.mode)
    })
  }
}

/** Serves the test accounts to any valid key. They are the only data of the other mode that a live key may see. */
export function listTestVendorsRoute(app: FastifyInstance, deps: AppDeps): void {
  const operation = listTestVendorsOperation
  app.get('/transactions/v1/test-vendors', { config: { access: 'read', operation } }, (request, reply) => {
    sendList(deps, request, reply, 'test')
  })
}

/** Returns the list as JSON. The same accounts give the same text, so it is cached. */
function vendorListJson(visible: readonly VendorAccount[], mode: Mode): string {
  const known = bodies[mode].get(visible)
  if (known !== undefined) return known
  const json = JSON.stringify({
    status: 'success',
    message: messages[mode],
    VendorList: listedAccounts(visible, mode).map(({ name, accountNumber, bankName }) => ({
      vendorName: name,
      vendorNumber: accountNumber,
      vendorBank: bankName,
    })),
  })
  bodies[mode].set(visible, json)
  return json
}

// Synchronous if the list is in memory, so that most requests are answered without waiting.
function sendList(
  { vendorAccounts }: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  mode: Mode,
): void {
  const visible = vendorAccounts.visibleTo(keyOf(request).tenant)
  if (visible instanceof Promise) {
    visible.then(
      (accounts) => reply.type(JSON_TYPE).send(vendorListJson(accounts, mode)),
      (error: unknown) => reply.send(error),
    )
    return
  }
  reply.type(JSON_TYPE).send(vendorListJson(visible, mode))
}
