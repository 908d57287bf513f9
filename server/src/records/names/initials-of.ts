const MOST = 4

/** `A. O.` for Ada Obi: enough to know somebody again whom one knows, and too little to learn who it is. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? []
  const letters = words.slice(0, MOST).map((word) => `${Array.from(word)[0]?.toUpperCase() ?? ''}.`)
  return letters.join(' ')
}
