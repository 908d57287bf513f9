import { createHash } from 'node:crypto'
import type { Vendor } from './vendor.ts'

/** The URL of a vendor's notifications, and the secrets that we share with it. */
export type VendorSetting = Readonly<{
  vendor: Vendor
  /** Without it, nothing is sent. */
  url?: string
  /** Monnify's api key, Providus's client id; Paystack and Kora have none. */
  keyId: string
  secret: string
  previousSecret: string
  /** Paystack retries a live integration for three days and a test integration for ten hours. */
  schedule: 'live' | 'test'
}>

const keyIds: Readonly<Record<Vendor, string>> = {
  monnify: 'MK_TEST_SIMULATED',
  providus: 'c2ltdWxhdGVkX2NsaWVudA==',
  paystack: '',
  kora: '',
}

/** Fixed secrets, so that development needs no set-up. They are valid only in this simulator. */
export function firstSetting(vendor: Vendor): VendorSetting {
  return {
    vendor,
    keyId: keyIds[vendor],
    secret: writeSecret(vendor, 1),
    previousSecret: writeSecret(vendor, 0),
    schedule: 'live',
  }
}

/** The next secret has the next number, so that a run can be repeated. */
export function rotate(setting: VendorSetting): VendorSetting {
  const number = Number(/\d+$/.exec(setting.secret)?.[0] ?? 0) + 1
  return { ...setting, previousSecret: setting.secret, secret: writeSecret(setting.vendor, number) }
}

/** Providus sends the hash of id and secret with every message, in both directions. It proves nothing about the body. */
export function providusSignature(keyId: string, secret: string): string {
  return createHash('sha512').update(`${keyId}:${secret}`).digest('hex').toUpperCase()
}

function writeSecret(vendor: Vendor, number: number): string {
  if (vendor === 'kora') return `sk_test_kora_${number}`
  return vendor === 'paystack' ? `sk_test_simulated_${number}` : `simulated_${vendor}_secret_${number}`
}
