import { useConsole } from '../use-console.ts'

export type Colleague = Readonly<{
  operator_id: string
  name: string
  email: string
  state: 'active' | 'suspended' | 'ended'
  roles: readonly string[]
  created_at: string
  invited_until: string | null
  case_id: string | null
  passkeys: ReadonlyArray<
    Readonly<{ passkey_id: string; name: string; created_at: string; last_used_at: string | null }>
  >
  sessions: ReadonlyArray<
    Readonly<{
      session_id: string
      client: 'browser' | 'terminal'
      machine: string
      created_at: string
      last_seen_at: string
      expires_at: string
    }>
  >
}>

/** The operators change by cases: they are read again when a case changed. */
export function useTeam() {
  return useConsole<Readonly<{ operators: readonly Colleague[] }>>('cases', '/team')
}

export const roles = ['support', 'operator', 'treasury', 'compliance', 'administrator', 'auditor'] as const
