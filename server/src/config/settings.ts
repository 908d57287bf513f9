import { bankSettings } from './bank-settings.ts'
import { chainSettings, sandboxSettings } from './chain-settings.ts'
import {
  accessSettings,
  databaseSettings,
  keySettings,
  sourceSettings,
  timingSettings,
} from './house-settings.ts'
import type { Setting } from './setting.ts'

/** Every setting of the server. A new setting is a row of one of these tables. */
export const settings = {
  ...accessSettings,
  ...keySettings,
  ...databaseSettings,
  ...timingSettings,
  ...sourceSettings,
  ...bankSettings,
  ...chainSettings,
  ...sandboxSettings,
}
export type SettingName = keyof typeof settings

const rows: ReadonlyMap<string, Setting> = new Map(Object.entries(settings))

export function settingNamed(name: string): Setting | undefined {
  return rows.get(name)
}

/** The secret whose file this name names: `KEY_PEPPERS` for `KEY_PEPPERS_FILE`. */
export function secretOfFile(name: string): string | undefined {
  const secret = /^(.+)_FILE$/.exec(name)?.[1] ?? ''
  return rows.get(secret)?.isSecret === true ? secret : undefined
}

/** Returns the setting that a misspelt name probably means. Names that share no first word with ours belong to somebody else. */
export function meantSetting(name: string): string | undefined {
  if (rows.has(name) || secretOfFile(name) !== undefined) return undefined
  const candidates = [...rows].flatMap(([known, { isSecret }]) =>
    isSecret ? [known, `${known}_FILE`] : [known],
  )
  return candidates.find((known) => known.split('_')[0] === name.split('_')[0] && isOneSlipApart(known, name))
}

/** Whether one letter was changed, added or left out, or two neighbours were swapped. */
function isOneSlipApart(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  const [left, right] = [one.slice(start), other.slice(start)]
  return (
    left.slice(1) === right.slice(1) ||
    left.slice(1) === right ||
    left === right.slice(1) ||
    (left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2))
  )
}
