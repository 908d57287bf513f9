/** A chain could not be asked, or what it answered cannot be right. Nothing is known, and it is asked again later. */
export class ChainUnavailable extends Error {
  override readonly name = 'ChainUnavailable'
}
