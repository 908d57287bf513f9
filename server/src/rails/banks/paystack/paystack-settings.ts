import type { CallSettings } from '../bank-caller.ts'
import type { ListPace } from '../list/list-pace.ts'
import type { Secrets } from '../secret-in-use.ts'

export type PaystackSettings = CallSettings &
  Readonly<{
    /** The secret API key: it asks, and it signs notifications. */
    secrets: Secrets
    pace?: Partial<ListPace> | undefined
  }>
