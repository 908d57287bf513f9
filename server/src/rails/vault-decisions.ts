import type { UnsignedDecision, VaultDecisions } from '../movements/reconciliation/reconciliation-store.ts'
import { createVaultClient, type VaultSettings } from './ask-vault.ts'

class VaultUnavailable extends Error {
  override readonly name = 'VaultUnavailable'
}

const DEADLINE_MS = 10_000

/** HTTP client of a vault process for the decisions that it verified. Throws unless the response can be read completely. */
export function createVaultDecisions(name: VaultDecisions['name'], settings: VaultSettings): VaultDecisions {
  const ask = createVaultClient(settings, { name, deadlineMs: DEADLINE_MS, Unavailable: VaultUnavailable })
  return {
    name,
    unsigned: async (signal) => {
      const { unsupported } = fieldsOf(await ask('/v1/decisions', signal))
      return Array.isArray(unsupported) ? unsupported.map(readDecision) : odd('unsupported')
    },
  }
}

function readDecision(value: unknown): UnsignedDecision {
  const fields = fieldsOf(value)
  const { version } = fields
  return {
    caseId: textIn(fields, 'case_id'),
    version: Number.isSafeInteger(version) ? Number(version) : odd('version'),
    action: textIn(fields, 'action'),
    problem: textIn(fields, 'problem'),
  }
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : odd('an object')
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : odd(name)
}

function odd(what: string): never {
  throw new VaultUnavailable(`the response about decisions cannot be read: ${what} is missing or not valid`)
}
