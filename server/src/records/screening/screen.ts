/** What is looked for on a list: the name of somebody who pays or is paid, or a wallet address of theirs. */
export type ScreenSubject = Readonly<{ kind: 'name' | 'address'; text: string }>

/** Somebody on the list who may be the one that was asked about. Operators judge it; it is never shown outside. */
export type Hit = Readonly<{
  subject: ScreenSubject
  /** The name of the list. */
  list: string
  /** How the list itself calls the one that it means, so that it can be looked up there: its number. */
  entry: string
  /** What stands on the list and was found to be like the subject. */
  listed: string
}>

export type ScreenList = Readonly<{
  /** Lower-case letters. Rows hold it. */
  name: string
  /** The day of publication and a digest of what was read: one version is one content. */
  version: string
  /** When this content was brought here. A list that cannot be renewed grows old by this. */
  loadedAt: Date
}>

/** Port: a list of those with whom no business may be done. */
export type Screen = Readonly<{
  /** The last list that could be read whole; undefined when there has been none. */
  list: ScreenList | undefined
  /** Every likeness, none left out. Answers from memory, and nothing when there is no list: ask for the list first. */
  screen(subjects: readonly ScreenSubject[]): readonly Hit[]
}>

const DAY_MS = 24 * 60 * 60 * 1000
// Lists change on some days of a week. One that was not renewed over a long weekend can no longer be relied on.
const LIST_TRUSTED_FOR_MS = 4 * DAY_MS

/** Whether a list is there and young enough to say that somebody is not on it. */
export function isCurrent(list: ScreenList | undefined, now: Date): boolean {
  return list !== undefined && now.getTime() - list.loadedAt.getTime() <= LIST_TRUSTED_FOR_MS
}
