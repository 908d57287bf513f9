import { readFileSync } from 'node:fs'

/** Returns the refusal that the work throws, as `code: message`, or `allowed`. */
export function refusalOf(work: () => unknown): string {
  try {
    work()
    return 'allowed'
  } catch (error) {
    if (!(error instanceof Error && error.name === 'Refused' && 'code' in error)) throw error
    return `${String(error.code)}: ${error.message}`
  }
}

/** A record of a journal: a decision in force that one person signed. */
export const unsigned = {
  at: '2026-11-17T05:00:00Z',
  decisions: [
    {
      case_id: '01a1dee6-1366-7ab8-a780-7f2d4afdd653',
      version: 2,
      mode: 'test',
      action: 'confirm_import',
      problem: '1 of 2 people signed it',
    },
  ],
} as const

/** The refusal of every first payment while the journal has that record. */
export const IN_DOUBT =
  'decision_in_doubt: operators did not sign confirm_import of cas_01a1dee613667ab8a7807f2d4afdd653, which is in force: 1 of 2 people signed it'

/** Returns a copy in which each path, such as `lane.mode` or `allocations.0.line.kind`, has another value. */
export function changed<T>(original: T, changes: Readonly<Record<string, unknown>>): T {
  const copy = structuredClone(original)
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('.')
    const last = names.pop() ?? ''
    const parent = names.reduce<unknown>((one, name) => (one as Record<string, unknown>)[name], copy)
    if (!Object.hasOwn(parent as object, last)) throw new Error(`the facts have no ${path}`)
    Object.assign(parent as object, { [last]: value })
  }
  return copy
}

/** Returns each refusal in these source files as `code: message`, with a star for each part that is inserted at run time. */
export function refusalsIn(...files: readonly URL[]): string[] {
  const calls =
    /refuseUnless\((?:(?!refuseUnless).)*?'([a-z_]+)',\s*(`[^`]*`|'[^']*'|"[^"]*"|[^,`]+),?\s*\)\n/gs
  return files.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const found = [...text.matchAll(calls)].map(([, code, message = '']) =>
      /^[`'"]/.test(message)
        ? `${code}: ${message.slice(1, -1).replaceAll(/\$\{[^}]*\}/g, '*')}`
        : `${code}: *`,
    )
    const count = text.match(/(?<!function )(?<=\s)refuseUnless\(/g)?.length ?? 0
    if (found.length !== count)
      throw new Error(`${file.pathname} has ${count} refusals, and ${found.length} can be read`)
    return found
  })
}

/** Returns the refusals that no test expects. */
export function untested(refusals: readonly string[], expected: readonly string[]): string[] {
  return refusals.filter((refusal) => {
    const parts = refusal.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'))
    return !expected.some((one) => new RegExp(`^${parts.join('.*')}$`, 's').test(one))
  })
}
