import { type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { findLiveProblems, isLive } from './live-rules.ts'
import { readSecretFile } from './secret-files.ts'
import type { Environment, Need, Reader, Setting } from './setting.ts'
import type { Form } from './setting-forms.ts'
import { meantSetting, type SettingName, settingNamed, settings } from './settings.ts'

type ValueOf<Name extends SettingName> =
  (typeof settings)[Name]['form'] extends Form<infer Value> ? Value : never

/** The settings of one process. All that are set are right, and none that it needs is missing. */
export type Settings = Readonly<{
  /** Returns the value or its default. Only for a setting that has one or the other. */
  get<Name extends SettingName>(name: Name): ValueOf<Name>
  /** Returns undefined if the setting is absent and has no default, or if the process does not read it. */
  find<Name extends SettingName>(name: Name): ValueOf<Name> | undefined
}>

/**
 * Reads the settings of a process, and no password of another. Throws one error that names every setting that is missing or wrong. With
 * `names`, reads only these settings, without the rules of live mode.
 */
export function readSettings(env: Environment, reader: Reader, names?: RegExp): Settings {
  const rows = Object.entries<Setting>(settings).filter(
    ([name, { readBy }]) => readBy[reader] !== undefined && names?.test(name) !== false,
  )
  const { values, problems } = readValues(env, rows)
  const isNeeded = (need: Need | undefined): boolean =>
    need === 'always' ||
    (need === 'in live mode' && isLive(values)) ||
    (Array.isArray(need) && need.some((name) => values[name] !== undefined))
  const wrong = findWrong(
    values,
    rows.map(([name, row]) => [name, row, isNeeded(row.readBy[reader])]),
  )
  const ruled = names === undefined ? findBrokenRules(env, values, reader) : []
  return openSettings(values, rows, [...problems, ...wrong, ...ruled], reader)
}

/** Reads one setting, which a command needs and the process else does not. */
export function readSetting<Name extends SettingName>(env: Environment, name: Name): ValueOf<Name> {
  const rows: Rows = [[name, settings[name]]]
  const { values, problems } = readValues(env, rows)
  const wrong = findWrong(values, [[name, settings[name], true]])
  return openSettings(values, rows, [...problems, ...wrong], 'command').get(name)
}

type Rows = ReadonlyArray<readonly [name: string, row: Setting]>
type Values = Record<string, string>

/** An empty setting counts as not set. A secret may come from a file. */
function readValues(env: Environment, rows: Rows): { values: Values; problems: readonly string[] } {
  const isSet = (name: string): boolean => env[name] !== undefined && env[name] !== ''
  const values = Object.fromEntries(Object.entries(env).filter(([name]) => isSet(name))) as Values
  const problems = rows.flatMap(([name, { isSecret }]) => {
    const file = values[`${name}_FILE`]
    if (isSecret !== true || file === undefined) return []
    if (isSet(name)) return [`set ${name} or ${name}_FILE, not both`]
    const read = readSecretFile(file)
    // Counts as set, so that it is not reported as missing too.
    values[name] = 'value' in read ? read.value : ''
    return 'value' in read ? [] : [`${name}_FILE: ${read.problem}`]
  })
  return { values, problems }
}

/** Asks TypeBox about all settings at once, then compares those that must agree. */
function findWrong(
  values: Values,
  rows: ReadonlyArray<readonly [name: string, row: Setting, isNeeded: boolean]>,
): readonly string[] {
  const unread = new Set(rows.flatMap(([name]) => (values[name] === '' ? [name] : [])))
  const schemas = rows.map(([name, { form }, isNeeded]): [string, TSchema] => [
    name,
    isNeeded ? form.schema : Type.Optional(form.schema),
  ])
  const errors = Errors(Type.Object(Object.fromEntries(schemas)), values)
  const found = new Set(
    errors.flatMap((error) =>
      error.keyword === 'required' ? error.params.requiredProperties : [error.instancePath.slice(1)],
    ),
  )
  return rows.flatMap(([name, { form, agreesWith }]) => {
    if (unread.has(name)) return []
    if (found.has(name)) return [`set ${name} to ${form.wanted}`]
    const [value, other] = [values[name], values[agreesWith?.name ?? '']]
    if (agreesWith === undefined || value === undefined || other === undefined || found.has(agreesWith.name))
      return []
    return agreesWith.agrees(value, other) ? [] : [`set ${name} to ${agreesWith.wanted}`]
  })
}

function findBrokenRules(env: Environment, values: Values, reader: Reader): readonly string[] {
  const misspelt = Object.keys(env).flatMap((name) => {
    const meant = meantSetting(name)
    return meant === undefined ? [] : [`${name} is not a setting: did you mean ${meant}?`]
  })
  return reader === 'admin' || reader === 'backup' || reader === 'failover' || reader === 'ops'
    ? misspelt
    : [...findLiveProblems(reader, values), ...misspelt]
}

function openSettings(values: Values, rows: Rows, problems: readonly string[], reader: string): Settings {
  if (problems.length > 0) refuseSettings(reader, problems)
  const read = new Set(rows.map(([name]) => name))
  const find = <Name extends SettingName>(name: Name): ValueOf<Name> | undefined => {
    const row = settingNamed(name)
    const text = (read.has(name) ? values[name] : undefined) ?? row?.usual
    return text === undefined ? undefined : (row?.form.read(text) as ValueOf<Name>)
  }
  return {
    find,
    get: (name) => {
      const value = find(name)
      return value === undefined ? refuseSettings(reader, [`set ${name}`]) : value
    },
  }
}

/** Stops a process at its start. */
export function refuseSettings(reader: string, problems: readonly string[]): never {
  const count = problems.length === 1 ? 'a setting is' : `${problems.length} settings are`
  throw new Error(
    `${reader}: ${count} missing or wrong (see docs/operate/settings.md):\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
  )
}
