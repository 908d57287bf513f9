const LONGEST = 500

/** The text as given, but for what PostgreSQL cannot keep (a zero byte, half a character) and for what is endless. */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '\uFFFD').slice(0, LONGEST).toWellFormed()
}
