import type { Setting } from './setting.ts'
import { accountReferences, accounts, baseUrl, networkList, text } from './setting-forms.ts'

export type BankPrefix = `BANK_${'LIVE' | 'TEST'}_${'MONNIFY' | 'PROVIDUS' | 'PAYSTACK' | 'KORA'}`
type BankRows = ReturnType<typeof bankRows>
type BankSettings = Readonly<{ [Key in keyof BankRows as `${BankPrefix}_${Key}`]: BankRows[Key] }>

const commonKeys = ['URL', 'POOL', 'HOOK_NETWORKS'] as const
const keysOf: Readonly<Record<string, ReadonlyArray<keyof BankRows>>> = {
  MONNIFY: ['API_KEY', 'SECRET', 'SECRET_PREVIOUS', 'ACCOUNT_REFERENCES', 'CONTRACT_CODE', ...commonKeys],
  PROVIDUS: ['CLIENT_ID', 'SECRET', 'SECRET_PREVIOUS', ...commonKeys],
  PAYSTACK: ['SECRET_KEY', 'SECRET_KEY_PREVIOUS', ...commonKeys],
  KORA: ['SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'ACCOUNTS', ...commonKeys],
}

/** The settings of every vendor in both modes. The reconciler asks each bank about every credit that the worker recorded, so it reads them too. */
export const bankSettings = Object.fromEntries(
  ['LIVE', 'TEST'].flatMap((mode) =>
    Object.entries(keysOf).flatMap(([vendor, keys]) => {
      const prefix = `BANK_${mode}_${vendor}`
      const rows = bankRows(prefix)
      return keys.map((key) => [`${prefix}_${key}`, rows[key]])
    }),
  ),
) as BankSettings

function bankRows(prefix: string) {
  const optional = { api: 'optional', worker: 'optional', reconciler: 'optional' } as const
  const withUrl = { api: [`${prefix}_URL`], worker: [`${prefix}_URL`], reconciler: [`${prefix}_URL`] }
  const withPool = { api: [`${prefix}_POOL`], worker: [`${prefix}_POOL`], reconciler: [`${prefix}_POOL`] }
  return {
    URL: {
      form: baseUrl,
      readBy: optional,
      meaning: "the vendor's API: `https://api.monnify.com`, `https://api.paystack.co`, `https://api.korapay.com`, or Providus' collection service. Without it Afara ignores the vendor. With Kora's, opened pay links get [account numbers of their own](../internals/collection-numbers.md)",
    },
    API_KEY: { form: text, readBy: withUrl, isSecret: true, meaning: 'our key at Monnify (`MK_PROD_…`)' },
    CLIENT_ID: { form: text, readBy: withUrl, meaning: "with the secret, it makes Providus' signature, which is the same for every message" },
    SECRET: { form: text, readBy: withUrl, isSecret: true, meaning: 'logs in (Monnify) and signs notifications (Monnify, Providus)' },
    SECRET_KEY: { form: text, readBy: withUrl, isSecret: true, meaning: 'authenticates our requests to Paystack or Kora and verifies their notifications (`sk_live_…`)' },
    SECRET_PREVIOUS: { form: text, readBy: optional, isSecret: true, meaning: 'the previous secret, while the vendor may still use it' },
    SECRET_KEY_PREVIOUS: { form: text, readBy: optional, isSecret: true, meaning: 'the previous secret, while the vendor may still use it' },
    ACCOUNT_REFERENCES: { form: accountReferences, readBy: optional, meaning: 'references of accounts other than `afara-<number>`' },
    CONTRACT_CODE: { form: text, readBy: withPool, meaning: 'the contract under which Monnify collects' },
    ACCOUNTS: { form: accounts, readBy: withUrl, meaning: 'our accounts at Kora. Payments to numbers of their own are booked on the first' },
    POOL: {
      form: accounts,
      readBy: optional,
      meaning:
        'our account that receives what is paid to [numbers of their own](../internals/collection-numbers.md). With it, opened pay links ask this vendor for numbers: Kora first, then Monnify, Providus and, in test mode only, [Paystack](../internals/collection-numbers.md#what-a-rail-declares). [Open the account](collections.md#open-an-account) as a pool',
    },
    HOOK_NETWORKS: { form: networkList, readBy: optional, meaning: 'networks that notifications may come from (`52.31.139.75,52.49.173.169`). Without it: any' },
  } satisfies Record<string, Setting>
}
