import type { AdminConfig } from '../entry/admin/admin-session.ts'
import type { OpsConfig } from '../entry/ops/ops-session.ts'
import type { RelyingParty } from '../records/decisions/sign-decision.ts'
import { type ChainsConfig, readChainsConfig } from './chains-config.ts'
import { type Environment, readUrl } from './setting.ts'
import { readKeyConfig, readRelyingParty, readSignerConfig, type VaultConfig } from './shared-config.ts'

/** The chains, and the signer. The signer's journal shows what was sent, even if the database has lost it. */
export type ChainsAndSignerConfig = Readonly<{ chains: ChainsConfig; signer: VaultConfig | undefined }>

export function readAdminConfig(env: Environment): AdminConfig {
  return Object.freeze({ ownerUrl: readUrl(env, 'DATABASE_URL_OWNER'), ...readKeyConfig(env) })
}

/** The operator key is optional here: a command without a key explains how to get one. */
export function readOpsConfig(env: Environment): OpsConfig {
  return Object.freeze({ ...readAdminConfig(env), operatorKey: env.AFARA_OPERATOR_KEY })
}

/** The site of the operators' passkeys, and the program that signs with them on this machine. */
export function readSigningConfig(
  env: Environment,
): Readonly<{ relyingParty: RelyingParty; authenticator: string | undefined }> {
  return Object.freeze({ relyingParty: readRelyingParty(env), authenticator: env.AFARA_AUTHENTICATOR })
}

/** Migrations create roles, which needs a superuser or a role that may create roles. Nothing else uses this URL. */
export function readMigrationUrl(env: Environment): string {
  return readUrl(env, 'DATABASE_URL_MIGRATE')
}

export function readChainsAndSignerConfig(env: Environment): ChainsAndSignerConfig {
  return Object.freeze({ chains: readChainsConfig(env), signer: readSignerConfig(env) })
}
