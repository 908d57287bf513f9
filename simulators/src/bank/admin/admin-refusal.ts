/** A request for a setting or value that does not exist. The message says what is possible. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal'
  readonly statusCode: 400 | 404 | 409

  constructor(statusCode: 400 | 404 | 409, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}
