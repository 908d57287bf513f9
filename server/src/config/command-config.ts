import type { AdminConfig } from '../entry/admin/admin-session.ts'
import { readSetting, readSettings } from './read-settings.ts'
import type { Environment } from './setting.ts'
import { readKeyConfig } from './shared-config.ts'

export function readAdminConfig(env: Environment): AdminConfig {
  const settings = readSettings(env, 'admin', /^(DATABASE_URL_OWNER|CELL|KEY_PEPPERS)$/)
  return Object.freeze({ ownerUrl: settings.get('DATABASE_URL_OWNER'), ...readKeyConfig(settings) })
}

/** Only the commands that invite people need it. */
export function readMailKey(env: Environment): Buffer {
  return readSetting(env, 'MAIL_SECRETS_KEY')
}

/** Only the commands that print a link need it. */
export function readPeopleOrigin(env: Environment): string {
  return readSetting(env, 'PEOPLE_ORIGIN').origin
}

/** Migrations create roles, which needs a superuser or a role that may create roles. Nothing else uses this URL. */
export function readMigrationUrl(env: Environment): string {
  return readSetting(env, 'DATABASE_URL_MIGRATE')
}

/** The role that archives the cluster. See docs/operate/backups.md. */
export function readBackupUrl(env: Environment): string {
  return readSetting(env, 'DATABASE_URL_BACKUP')
}

/** The PostgreSQL of this machine and of the other one. See docs/operate/failover.md. */
export function readNodeUrls(env: Environment): Readonly<{ node: string; peer: string }> {
  return { node: readSetting(env, 'DATABASE_URL_NODE'), peer: readSetting(env, 'DATABASE_URL_PEER') }
}
