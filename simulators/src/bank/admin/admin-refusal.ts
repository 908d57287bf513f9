/** A knob that does not exist, or cannot be turned that way. The message says what can. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal'
  readonly statusCode: 400 | 404 | 409

  constructor(statusCode: 400 | 404 | 409, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}
