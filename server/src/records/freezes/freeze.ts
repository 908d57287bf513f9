/** Something that was stopped at once and goes on when two people say so. */
export type Freeze = Readonly<{
  id: string
  scope: FreezeScope
  /** Nothing for all; the id of a business; `<mode>:<Network>`. */
  subject: string
  reason: string
  /** The operator's name; null: the system. */
  placedBy: string | null
  placedAt: Date
}>

export type FreezeScope = 'all' | 'business' | 'network'

/** What is stopped, as one names it to place or to lift it. */
export type Freezable = Readonly<{
  scope: FreezeScope
  subject: string
  /** For people: "everything", a name, "Polygon in test mode". */
  words: string
}>
