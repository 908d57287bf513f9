import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type SystemUser = Readonly<{ uid: number; gid: number }>

/** PostgreSQL refuses to run as root: then it runs as `nobody`. Undefined when we are an ordinary user ourselves. */
export function unprivilegedUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) }
}

/** Asked of the kernel as that user, since any folder on the way (a home with mode 0700) may be closed to it. */
export function canReach(user: SystemUser, path: string): boolean {
  return spawnSync('test', ['-r', path], { ...user, cwd: '/' }).status === 0
}
