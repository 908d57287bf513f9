/** A sheet that people print, sign and hand to each other: one page, in an order that everybody knows from letters. */
export type Paper = Readonly<{
  title: string
  /** Below the title: what it is about. */
  subtitle: string
  /** In large letters: an amount. */
  headline?: string
  /** To whom it is written. */
  addressee?: readonly string[]
  opening?: readonly string[]
  sections: readonly PaperSection[]
  /** What the reader is asked to do, numbered. */
  asks?: readonly string[]
  closing?: readonly string[]
  footer: string
  /** Nothing on it is about real money. */
  isTest: boolean
  /** The same rows make the same bytes: this is when they last changed, and not when it was printed. */
  at: Date
}>

export type PaperSection = Readonly<{ heading: string; rows: readonly PaperRow[] }>

export type PaperRow = Readonly<{
  label: string
  value: string
  /** Digits and letters that somebody may have to type. */
  code?: boolean
  /** Where whoever reads it on a screen can look at it. */
  link?: string | null
}>
