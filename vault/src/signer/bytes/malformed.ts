/** The bytes are no transaction that we sign, and why. */
export class Malformed extends Error {
  override name = 'Malformed'
}
