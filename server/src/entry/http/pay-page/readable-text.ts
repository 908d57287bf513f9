// Marks that turn the direction of what follows, and letters without width: with them a name could rewrite the line around it.
const HIDDEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** What somebody else wrote, as the page shows it. */
export function readableText(text: string): string {
  return text.replaceAll(HIDDEN, '').trim()
}
