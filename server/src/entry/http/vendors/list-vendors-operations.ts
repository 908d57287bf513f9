import type { Operation, Reply } from '../openapi/operation.ts'
import { VendorReply } from './vendor-wire.ts'

const live: Reply['examples'][string] = {
  summary: 'With a live key',
  value: {
    status: 'success',
    message: 'Pay into any one of these, and name it in the buy.',
    VendorList: [
      { vendorName: 'Afara Collections', vendorNumber: '0000000005', vendorBank: 'Providus Bank' },
    ],
  },
}

const test: Reply['examples'][string] = {
  summary: 'Test accounts',
  value: {
    status: 'success',
    message: 'Test accounts: never pay real naira into them. Name one in a buy with a test key.',
    VendorList: [
      {
        vendorName: 'TEST ONLY, DO NOT PAY: Ada Foods at Afara',
        vendorNumber: '0000000003',
        vendorBank: 'TEST BANK (not a bank)',
      },
    ],
  },
}

const list = {
  tag: 'Vendors',
  replies: { 200: { description: 'The accounts.', schema: VendorReply, examples: { live, test } } },
  refusals: [],
} as const

export const listVendorsOperation: Operation = {
  ...list,
  id: 'listVendors',
  summary: 'List the vendor accounts',
  description:
    'The accounts that a buyer pays into, of the mode of the key: a test key gets test accounts. Name one of them in the buy, with all three of its fields as they stand here.',
}

export const listVendorsAgainOperation: Operation = {
  ...list,
  id: 'listVendorsAgain',
  summary: 'List the vendor accounts, by another name',
  description: 'The same as `/transactions/v1/vendors`.',
}

export const listTestVendorsOperation: Operation = {
  ...list,
  id: 'listTestVendors',
  summary: 'List the test vendor accounts',
  description: 'The test accounts, with any valid key. They are at no real bank: never pay into them.',
  replies: { 200: { description: 'The test accounts.', schema: VendorReply, examples: { test } } },
}
