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
