import { Refusal } from '../../kernel/refusal.ts'

/** One rule that a request must pass: it throws a refusal, or it passes. */
export type Check = () => void | Promise<void>

/** All that speaks against a request, asked at the same time; whoever accepts it stops at the first. */
export async function collectRefusals(checks: readonly Check[]): Promise<Refusal[]> {
  const refusals = await Promise.all(checks.map(refusalOf))
  return refusals.filter((refusal) => refusal !== undefined)
}

async function refusalOf(check: Check): Promise<Refusal | undefined> {
  try {
    await check()
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
