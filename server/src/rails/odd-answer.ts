/** The vendor answered, but not as it documents. The message is kept with the reading. */
export class OddAnswer extends Error {
  override readonly name = 'OddAnswer'
}
