import type { AdminConfig } from '../entry/admin/admin-session.ts'
import { type Environment, readUrl } from './setting.ts'
import { readKeyConfig, readRelyingParty, readSecretKey } from './shared-config.ts'

export function readAdminConfig(env: Environment): AdminConfig {
  return Object.freeze({ ownerUrl: readUrl(env, 'DATABASE_URL_OWNER'), ...readKeyConfig(env) })
}

/** Only the commands that invite people need it. */
export function readMailKey(env: Environment): Buffer {
  return readSecretKey(env, 'MAIL_SECRETS_KEY')
}

/** Only the commands that print a link need it. */
export function readPeopleOrigin(env: Environment): string {
  return readRelyingParty(env).origin
}

/** Migrations create roles, which needs a superuser or a role that may create roles. Nothing else uses this URL. */
export function readMigrationUrl(env: Environment): string {
  return readUrl(env, 'DATABASE_URL_MIGRATE')
}
