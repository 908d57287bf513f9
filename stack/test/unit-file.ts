import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A unit of systemd with its drop-ins: the values of each setting, in order. */
export type UnitFile = Readonly<{ name: string; all(setting: string): string[] }>

/** Reads a unit as systemd does: first its file, then the drop-ins for its prefixes and its name, sorted by their file names. */
export function readUnit(folder: string, name: string): UnitFile {
  const prefixes = [...name.matchAll(/-/g)].map(({ index }) => `${name.slice(0, index)}-.service`)
  const dropIns = globSync(
    [...prefixes, name].map((part) => `${part}.d/*.conf`),
    { cwd: folder },
  )
  const files = [name, ...dropIns.toSorted((one, other) => (basename(one) < basename(other) ? -1 : 1))]
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
  const settings = lines.flatMap((line) => {
    const [, setting, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    return setting === undefined ? [] : [[setting, value] as const]
  })
  return {
    name,
    all: (wanted) => settings.flatMap(([setting, value]) => (setting === wanted ? [value] : [])),
  }
}

/** Splits a value at its spaces. No unit of ours has quotes. */
export function wordsOf(values: readonly string[]): string[] {
  return values.flatMap((value) => value.split(' ').filter((word) => word !== ''))
}

/** Reads `NAME=value` lines. */
export function readEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
}
