import { readFileSync } from 'node:fs'
import { UsageError } from '../usage-error.ts'
import type { World } from '../world.ts'
import { openProfileFile, type Profile } from './profile-file.ts'

export type Settings = Profile & Readonly<{ profile: string; from: string; mode: 'test' | 'live' }>

export const DEFAULT_PROFILE = 'default'

/**
 * Finds the key and the URL: first in the environment, then in the profile, then in the local stack. So a login does not affect a script,
 * and `npm run dev` needs no login.
 */
export function findSettings(
  world: Pick<World, 'env' | 'stackSettingsFile'>,
  wanted: string | undefined,
): Settings {
  const { env } = world
  const profile = wanted ?? env['AFARA_PROFILE'] ?? DEFAULT_PROFILE
  const file = openProfileFile(env)
  const kept = file.read(profile)
  if (kept === undefined && wanted !== undefined) {
    const known = file.names().join(', ') || 'none'
    throw new UsageError(
      `No profile is called "${wanted}" (you have: ${known}). Run "afara login --profile ${wanted}".`,
    )
  }
  const stack = kept === undefined ? readStackSettings(world.stackSettingsFile) : undefined
  const base = kept ?? stack
  const key = env['AFARA_KEY'] ?? base?.key
  const url = env['AFARA_URL'] ?? base?.url
  if (key === undefined) {
    throw new UsageError('No key yet. Run "afara login", or set AFARA_KEY and AFARA_URL.')
  }
  if (url === undefined)
    throw new UsageError('AFARA_KEY is set, but AFARA_URL is not. Set AFARA_URL to the URL of the API.')
  // Business and link tag belong to the key, so those of another key are not used.
  const owner = key === base?.key ? base : undefined
  const otcUrl = env['AFARA_OTC_URL'] ?? (url === base?.url ? base.otcUrl : undefined)
  const found = {
    ...(otcUrl === undefined ? {} : { otcUrl }),
    ...(owner?.businessId === undefined ? {} : { businessId: owner.businessId }),
    ...(owner?.linkTag === undefined ? {} : { linkTag: owner.linkTag }),
  }
  const from =
    env['AFARA_KEY'] !== undefined
      ? 'AFARA_KEY'
      : kept !== undefined
        ? file.path
        : 'the stack on this machine'
  return { ...found, key, url: url.replace(/\/+$/, ''), profile, from, mode: modeOf(key) }
}

function modeOf(key: string): 'test' | 'live' {
  return key.startsWith('svc_live_') ? 'live' : 'test'
}

function readStackSettings(path: string | undefined): Profile | undefined {
  if (path === undefined) return undefined
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Profile
  } catch {
    return undefined
  }
}
