import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    fullLoops: boolean
  }
}

/**
 * Returns how often a test repeats its property. Everyday runs make a twentieth of the full count, because these loops only use the
 * processor. Before a release, `.ci/run --all` sets AFARA_FULL_LOOPS.
 */
export function loopCount(full: number): number {
  return inject('fullLoops') ? full : full / 20
}
