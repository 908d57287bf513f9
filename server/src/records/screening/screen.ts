/** A subject of screening: the name of a payer or payee, or a wallet address. */
export type ScreenSubject = Readonly<{ kind: 'name' | 'address'; text: string }>

/** A list entry that may be the subject. Operators decide; a hit is never shown outside the company. */
export type Hit = Readonly<{
  subject: ScreenSubject
  list: string
  /** The entry's number on the list, for looking it up there. */
  entry: string
  /** The listed text that resembles the subject. */
  listed: string
}>

export type ScreenList = Readonly<{
  /** Lower-case letters. Stored in rows. */
  name: string
  /** The day of publication and a digest of the content. Two lists with the same version have the same content. */
  version: string
  /** Time at which this content was loaded. The age of a list that cannot be renewed counts from here. */
  loadedAt: Date
}>

/** Port: a sanctions list. */
export type Screen = Readonly<{
  /** The last list that was read completely. Undefined: none yet. */
  list: ScreenList | undefined
  /** Returns every hit, from memory. Without a list it returns nothing, so check `list` first. */
  screen(subjects: readonly ScreenSubject[]): readonly Hit[]
}>

const DAY_MS = 24 * 60 * 60 * 1000
// Lists change a few times a week. A list that was not renewed over a long weekend is no longer reliable.
const LIST_TRUSTED_FOR_MS = 4 * DAY_MS

/** Whether a list exists and is recent enough to clear a subject. */
export function isCurrent(list: ScreenList | undefined, now: Date): boolean {
  return list !== undefined && now.getTime() - list.loadedAt.getTime() <= LIST_TRUSTED_FOR_MS
}
