import type { Setting } from '../kinds.ts'
import type { Draft } from '../requests/draft.ts'

/** A request whose fields are all well-formed, but one of them has an impossible meaning. */
export type MeaningBreak = Readonly<{
  name: string
  code: string
  field?: string
  status?: number
  /** Mode in which the request is wrong. If absent, it is wrong in both. */
  mode?: 'live' | 'test'
  /** Field whose text must not be in the reply, because it may be a secret. */
  secret?: string
  apply(draft: Draft, setting: Setting): Draft
}>
