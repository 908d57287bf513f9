export class BadRequest extends Error {
  override readonly name = 'BadRequest'
}
