import { type FieldProblem, Refusal } from '../../kernel/refusal.ts'

type Readers = Readonly<Record<string, () => unknown>>

type Read<R extends Readers> = { [Field in keyof R]: ReturnType<R[Field]> }

/**
 * Reads the fields of a request, each by its own rule, and refuses all that are wrong at once: nobody should have to
 * mend a request five times.
 */
export function readFields<R extends Readers>(readers: R): Read<R> {
  const { read, problems } = collectFields(readers)
  refuseProblems(problems)
  return read as Read<R>
}

/** The same for a caller that continues with what could be read. */
export function collectFields<R extends Readers>(
  readers: R,
): Readonly<{ read: Partial<Read<R>>; problems: readonly FieldProblem[] }> {
  const read: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const [field, reader] of Object.entries(readers)) {
    try {
      read[field] = reader()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, detail } = error
      // A reader of several fields says itself which one it means.
      problems.push(...(error.problems.length > 0 ? error.problems : [{ field, code, message, detail }]))
    }
  }
  return { read: read as Partial<Read<R>>, problems }
}

/** The first problem speaks for all; the rest are listed with it. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first !== undefined) throw new Refusal(first.code, first.message, { problems })
}
