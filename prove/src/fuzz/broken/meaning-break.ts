import type { Setting } from '../kinds.ts'
import type { Draft } from '../requests/draft.ts'

/** A request in which every field has the right form and one means something that cannot be. */
export type MeaningBreak = Readonly<{
  name: string
  code: string
  field?: string
  status?: number
  /** Who must ask for it to be wrong; anyone unless it says. */
  mode?: 'live' | 'test'
  /** A field whose text must not come back: it may be somebody's secret. */
  secret?: string
  apply(draft: Draft, setting: Setting): Draft
}>
