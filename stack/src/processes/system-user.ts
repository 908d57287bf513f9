import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type SystemUser = Readonly<{ uid: number; gid: number }>

/** PostgreSQL refuses to run as root, so it then runs as `nobody`. Returns undefined for an ordinary user. */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** Tests the access as that user, because any parent folder (such as a home with mode 0700) may deny it. */
export function canReach(user: SystemUser, path: string): boolean {
  return spawnSync('test', ['-r', path], { ...user, cwd: '/' }).status === 0
}
