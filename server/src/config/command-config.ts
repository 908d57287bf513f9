import type { AdminConfig } from '../entry/admin/admin-session.ts'
import type { OpsConfig } from '../entry/ops/ops-session.ts'
import { type ChainsConfig, readChainsConfig } from './chains-config.ts'
import { type Environment, readUrl } from './setting.ts'
import { readKeyConfig, readSignerConfig, type VaultConfig } from './shared-config.ts'

/** The chains, and the signer, whose journal knows what was sent when the database does not. */
export type ChainsAndSignerConfig = Readonly<{ chains: ChainsConfig; signer: VaultConfig | undefined }>

export function readAdminConfig(env: Environment): AdminConfig {
  return Object.freeze({ ownerUrl: readUrl(env, 'DATABASE_URL_OWNER'), ...readKeyConfig(env) })
}

/** A command without a key is told how to get one, so that its absence is no reason to stop here. */
export function readOpsConfig(env: Environment): OpsConfig {
  return Object.freeze({ ...readAdminConfig(env), operatorKey: env.AFARA_OPERATOR_KEY })
}

/** Migrations make roles, which takes a superuser (or a role that may create roles); nothing else uses it. */
export function readMigrationUrl(env: Environment): string {
  return readUrl(env, 'DATABASE_URL_MIGRATE')
}

export function readChainsAndSignerConfig(env: Environment): ChainsAndSignerConfig {
  return Object.freeze({ chains: readChainsConfig(env), signer: readSignerConfig(env) })
}
