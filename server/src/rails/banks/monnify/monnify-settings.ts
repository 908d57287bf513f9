import type { CallSettings } from '../bank-caller.ts'
import type { ListPace } from '../list/list-pace.ts'
import type { Secrets } from '../secret-in-use.ts'

export type MonnifySettings = CallSettings &
  Readonly<{
    apiKey: string
    /** One secret logs in and signs notifications. */
    secrets: Secrets
    /** By account number, what the account was called when it was reserved; `afara-<number>` where nothing is said. */
    accountReferences?: Readonly<Record<string, string>> | undefined
    pace?: Partial<ListPace> | undefined
  }>
