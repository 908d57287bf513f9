import type { Draw } from '../draw.ts'
import { writeAccess } from './access.ts'
import { writeGtb } from './gtb.ts'
import { writeMt940 } from './mt940.ts'
import { writeOpay } from './opay.ts'
import type { Statement } from './statement.ts'
import { writeSterling } from './sterling.ts'
import { writeUba } from './uba.ts'
import { writeZenith } from './zenith.ts'

type Profile = Readonly<{ type: string; extension: string; write(statement: Statement, draw: Draw): string }>

const csv = { type: 'text/csv; charset=utf-8', extension: 'csv' }
const plain = { type: 'text/plain; charset=utf-8', extension: 'txt' }

/** Statement formats, by bank. */
export const statementProfiles = {
  gtb: { ...csv, write: writeGtb },
  zenith: { ...csv, write: writeZenith },
  sterling: { ...csv, write: writeSterling },
  opay: { ...csv, write: writeOpay },
  uba: { ...plain, write: writeUba },
  access: { ...csv, write: writeAccess },
  mt940: { ...plain, extension: 'sta', write: writeMt940 },
} as const satisfies Record<string, Profile>

export type StatementProfile = keyof typeof statementProfiles

export function isStatementProfile(value: unknown): value is StatementProfile {
  return typeof value === 'string' && Object.hasOwn(statementProfiles, value)
}
