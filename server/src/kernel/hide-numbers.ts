/** Account numbers have ten digits, and a BVN or NIN has eleven. Times in milliseconds and ids are longer. */
const NUMBERS = /(?<![0-9A-Za-z])[0-9]{10,11}(?![0-9A-Za-z])/g

/** Replaces whatever could be the number of an account or a person, for texts that leave the database: logs, and the engine's journal. */
export function hideNumbers(text: string): string {
  return text.replace(NUMBERS, '[number]')
}
