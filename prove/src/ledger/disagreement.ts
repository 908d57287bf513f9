/** PostgreSQL and the model disagree, or a check found a problem. `detector` names the part that noticed it. */
export class Disagreement extends Error {
  override readonly name = 'Disagreement'
  readonly detector: string

  constructor(detector: string, message: string) {
    super(message)
    this.detector = detector
  }
}
