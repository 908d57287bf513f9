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
  apply(draft: Draft, setting: Setting): Draft
}>
