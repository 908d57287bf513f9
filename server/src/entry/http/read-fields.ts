import { type FieldProblem, Refusal } from '../../kernel/refusal.ts'

type Readers = Readonly<Record<string, () => unknown>>

type Read<R extends Readers> = { [Field in keyof R]: ReturnType<R[Field]> }

/** Fields that are read together under the name of one of them. If one of them is wrong, none of them can be read. */
const readWith: Readonly<Record<string, readonly string[]>> = {
  vendor_number: ['vendor_name', 'vendor_bank'],
  wallet_address: ['network'],
}

/**
 * Reads the fields of a request, each by its own rule. Refuses all errors at once, so that a caller need not correct a request five times.
 * `known` are problems that were found before; their fields are not read.
 */
export function readFields<R extends Readers>(readers: R, known: readonly FieldProblem[] = []): Read<R> {
  const { read, problems } = collectFields(readers, known)
  refuseProblems(problems)
  return read as Read<R>
}

/** Reads the fields in the same way, and returns the problems to a caller that continues with the readable fields. */
export function collectFields<R extends Readers>(
  readers: R,
  known: readonly FieldProblem[] = [],
): Readonly<{ read: Partial<Read<R>>; problems: readonly FieldProblem[] }> {
  const read: Record<string, unknown> = {}
  const problems: FieldProblem[] = [...known]
  const wrong = new Set(known.map(({ field }) => field))
  for (const [field, reader] of Object.entries(readers)) {
    if ([field, ...(readWith[field] ?? [])].some((one) => wrong.has(one))) continue
    try {
      read[field] = reader()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, detail } = error
      // A reader of several fields names the field of each problem itself.
      problems.push(...(error.problems.length > 0 ? error.problems : [{ field, code, message, detail }]))
    }
  }
  return { read: read as Partial<Read<R>>, problems }
}

/** Throws if there are problems. The refusal has the code of the first problem and lists all problems. */
export function refuseProblems(problems: readonly FieldProblem[]): void {
  const [first] = problems
  if (first !== undefined) throw new Refusal(first.code, first.message, { problems })
}
