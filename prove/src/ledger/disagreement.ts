/** PostgreSQL and the model did not say the same, or a check found something. The detector says who noticed. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
  readonly detector: string

  constructor(detector: string, message: string) {
    super(message)
    this.detector = detector
  }
}
