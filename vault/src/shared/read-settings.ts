import { readFileSync, statSync } from 'node:fs'

// The vault shares no code with the server, so it reads its settings itself.

export type Environment = Readonly<Record<string, string | undefined>>

type Form = Readonly<{ wanted: string; isRight(text: string): boolean }>

/** All that we know of a setting. Reading and the page of settings follow from it. */
export type VaultSetting = Readonly<{
  form: Form
  /** In Markdown, for docs/operate/settings.md. */
  meaning: string
  /** The process can do without it, unless one of `neededWith` is set. */
  isOptional?: true
  neededWith?: readonly string[]
  /** Its value may come from the file that `<NAME>_FILE` names. */
  isSecret?: true
}>
type Values<Table> = Readonly<{
  [Name in keyof Table]: Table[Name] extends { isOptional: true } ? string | undefined : string
}>

export const given: Form = { wanted: 'a value', isRight: () => true }
export const url: Form = { wanted: 'a URL', isRight: (text) => URL.canParse(text) }
export const port: Form = {
  wanted: 'a port number',
  isRight: (text) => /^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535,
}
export const token: Form = {
  wanted: 'a text of at least 16 characters',
  isRight: (text) => text.length >= 16,
}
export const keyList: Form = {
  wanted: 'a list such as 1:<32 bytes in base64>',
  isRight: (text) =>
    text.split(',').every((part) => /^[1-9][0-9]{0,3}:[A-Za-z0-9+/]{43}=$/.test(part.trim())),
}

/** Others must not read a secret, and only its owner may change it. */
const FORBIDDEN_MODE = 0o027

/** Reads the settings of a process. Throws one error that names every setting that is missing or wrong, and shows no value. */
export function readSettings<Table extends Readonly<Record<string, VaultSetting>>>(
  process: string,
  env: Environment,
  table: Table,
): Values<Table> {
  const rows = Object.entries<VaultSetting>(table)
  const values: Record<string, string | undefined> = {}
  const problems: string[] = []
  for (const [name, { isSecret }] of rows) {
    const path = env[`${name}_FILE`]
    values[name] = env[name] || undefined
    if (isSecret !== true || !path) continue
    if (values[name] !== undefined) problems.push(`set ${name} or ${name}_FILE, not both`)
    else {
      const read = readSecretFile(path)
      if (read.problem !== undefined) problems.push(`${name}_FILE: ${read.problem}`)
      values[name] = read.value
    }
  }
  const unread = new Set(problems.map((problem) => /[A-Z0-9_]+/.exec(problem)?.[0].replace(/_FILE$/, '')))
  for (const [name, { form, isOptional, neededWith = [] }] of rows) {
    const value = values[name]
    const isNeeded = isOptional !== true || neededWith.some((other) => values[other] !== undefined)
    if (!unread.has(name) && (value === undefined ? isNeeded : !form.isRight(value)))
      problems.push(`set ${name} to ${form.wanted}`)
  }
  problems.push(...findEqualTokens(rows, values), ...findMisspelt(env, Object.keys(table)))
  if (problems.length > 0) refuse(process, problems)
  return values as Values<Table>
}

function readSecretFile(path: string): Readonly<{ value?: string; problem?: string }> {
  try {
    const found = statSync(path)
    if (!found.isFile()) return { problem: `${path} is not a file` }
    if ((found.mode & FORBIDDEN_MODE) !== 0)
      return { problem: `make ${path} readable by its owner and group only (chmod 640)` }
    const value = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    return value === '' ? { problem: `${path} is empty` } : { value }
  } catch (error) {
    return { problem: `cannot read ${path}: ${(error as NodeJS.ErrnoException).code}` }
  }
}

/** Two callers with one token would have the rights of both. */
function findEqualTokens(
  rows: ReadonlyArray<readonly [name: string, row: VaultSetting]>,
  values: Readonly<Record<string, string | undefined>>,
): string[] {
  const names = rows.flatMap(([name, { form }]) => (form === token && values[name] ? [name] : []))
  return names.flatMap((name, place) => {
    const same = names.slice(0, place).find((other) => values[other] === values[name])
    return same === undefined ? [] : [`set ${name} to another value than ${same}`]
  })
}

/** A misspelt name of a setting that the process can do without would be ignored. One letter may be wrong, missing or added. */
function findMisspelt(env: Environment, known: readonly string[]): string[] {
  const all = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  const isNear = (one: string, other: string): boolean => {
    let start = 0
    while (start < one.length && one[start] === other[start]) start += 1
    const [left, right] = [one.slice(start), other.slice(start)]
    return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)
  }
  return Object.keys(env).flatMap((name) => {
    if (all.has(name)) return []
    const meant = known.find((other) => other.split('_')[0] === name.split('_')[0] && isNear(other, name))
    return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`]
  })
}

function refuse(process: string, problems: readonly string[]): never {
  const count = problems.length === 1 ? 'a setting is' : `${problems.length} settings are`
  throw new Error(
    `${process}: ${count} missing or wrong (see docs/operate/settings.md):\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
}
